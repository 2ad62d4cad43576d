// What scripts of other makers put into the window, as far as the pages use it.

/** A number, a text or a colour of a figure, as Plotly takes them; the figures are made in Python. */
type PlotlyValue = unknown;

interface PlotlyTrace {
  meta?: { link?: string; role?: string };
  customdata?: PlotlyValue[];
  [attribute: string]: PlotlyValue;
}

interface PlotlyLayout {
  /** What Gleek Replay says beside a figure: names of colours, sizes in pixels, a sentence. */
  meta?: { colours?: Record<string, string>; height?: number; least_width?: number; summary?: string };
  title?: Record<string, PlotlyValue>;
  margin?: Record<string, number>;
  [attribute: string]: PlotlyValue;
}

interface PlotlyFigure {
  data: PlotlyTrace[];
  layout: PlotlyLayout;
}

/** A point that was clicked on; what it stands for is one text, or two. */
interface PlotlyPoint {
  data: PlotlyTrace;
  customdata?: string | string[];
}

/** An element in which a figure is drawn. */
interface PlotlyElement extends HTMLElement {
  on(event: "plotly_click", listener: (event: { points: [PlotlyPoint, ...PlotlyPoint[]] }) => void): void;
}

interface Window {
  Plotly: {
    react(
      place: HTMLElement,
      data: PlotlyTrace[],
      layout: PlotlyLayout,
      config: Record<string, PlotlyValue>,
    ): Promise<PlotlyElement>;
    purge(place: HTMLElement): void;
    downloadImage(
      figure: PlotlyFigure,
      options: { format: "png" | "svg"; filename: string; scale: number; width: number; height: number },
    ): Promise<string>;
  };
  SwaggerUIBundle(options: {
    url: string | undefined;
    domNode: Element | null;
    deepLinking: boolean;
    validatorUrl: string | null;
    docExpansion: "list" | "full" | "none";
    defaultModelsExpandDepth: number;
    onComplete: () => void;
  }): void;
}
