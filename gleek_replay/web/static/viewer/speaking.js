// Speaks the account of a hand, sentence by sentence, where the browser has a voice.
// @ts-check

const READ = "Read aloud";
const STOP = "Stop";
const MARK = "speaking";
const NO_VOICE = "This browser has no voice to read with. The account stands below.";
const FAILED = "The voice of this browser failed. Read aloud once more to begin anew.";
/** What a voice reports that was only broken off, which is no failure. */
const BROKEN_OFF = new Set(["canceled", "interrupted"]);

/** A British voice, the computer's own before one that needs the network; any English one rather than none. @param {SpeechSynthesis} speech @returns {SpeechSynthesisVoice | null} */
function voiceOf(speech) {
  /** @param {SpeechSynthesisVoice} voice */
  const fitness = ({ lang, localService }) => {
    const language = lang.replace("_", "-").toLowerCase();
    if (!language.startsWith("en")) return 0;
    return (language === "en-gb" ? 4 : 2) + Number(localService);
  };
  const fitting = speech.getVoices().filter((voice) => fitness(voice) > 0);
  return fitting.sort((one, other) => fitness(other) - fitness(one))[0] ?? null;
}

class Speaker {
  /** @param {SpeechSynthesis} speech @param {HTMLButtonElement} button @param {HTMLElement} status @param {HTMLElement[]} sentences */
  constructor(speech, button, status, sentences) {
    this.speech = speech;
    this.button = button;
    this.status = status;
    this.sentences = sentences;
    this.voice = voiceOf(speech);
    /** Which reading this is: what an earlier one, broken off, still reports is not for this. */
    this.reading = 0;
    this.isSpeaking = false;
  }

  toggle() {
    if (this.isSpeaking) this.stop();
    else this.start();
  }

  start() {
    this.speech.cancel();
    this.voice = voiceOf(this.speech);
    if (!this.speech.getVoices().length) {
      this.fail();
      return;
    }
    this.isSpeaking = true;
    this.button.textContent = STOP;
    this.status.textContent = "";
    this.reading += 1;
    this.say(0, this.reading);
  }

  /** Some browsers have their voices only a while after the page; a reading keeps the one it has begun with. */
  hearOfVoices() {
    if (!this.isSpeaking || !this.voice) this.voice = voiceOf(this.speech);
    if (this.voice && this.status.textContent === NO_VOICE) this.status.textContent = "";
  }

  /** Stops and says why. */
  fail() {
    this.stop();
    this.status.textContent = this.speech.getVoices().length ? FAILED : NO_VOICE;
  }

  stop() {
    this.reading += 1;
    this.isSpeaking = false;
    this.button.textContent = READ;
    this.mark(null);
    this.speech.cancel();
  }

  /** @param {number} place @param {number} reading */
  say(place, reading) {
    const sentence = this.sentences[place];
    if (!sentence) {
      this.stop();
      return;
    }
    const spoken = new SpeechSynthesisUtterance(sentence.textContent ?? "");
    spoken.lang = this.voice?.lang ?? "en-GB";
    spoken.voice = this.voice;
    spoken.onend = () => {
      if (reading === this.reading) this.say(place + 1, reading);
    };
    spoken.onerror = ({ error }) => {
      if (reading !== this.reading) return;
      if (BROKEN_OFF.has(error)) this.stop();
      else this.fail();
    };
    this.mark(sentence);
    this.speech.speak(spoken);
  }

  /** Marks what is being spoken and brings it into view. @param {HTMLElement | null} sentence */
  mark(sentence) {
    for (const other of this.sentences) other.classList.toggle(MARK, other === sentence);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    sentence?.scrollIntoView({ block: "nearest", behavior: isStill ? "auto" : "smooth" });
  }
}

/** @param {SpeechSynthesis} speech */
function readAloud(speech) {
  const button = document.querySelector("#speak");
  const status = document.querySelector("#spoken");
  if (!(button instanceof HTMLButtonElement) || !(status instanceof HTMLElement)) return;
  /** @type {NodeListOf<HTMLElement>} */
  const sentences = document.querySelectorAll("#narration .said");
  const speaker = new Speaker(speech, button, status, [...sentences]);
  button.hidden = false;
  button.addEventListener("click", () => speaker.toggle());
  // Not by addEventListener, which not every browser's speech has.
  speech.onvoiceschanged = () => speaker.hearOfVoices();
  // A browser goes on speaking when its page is left.
  addEventListener("pagehide", () => speaker.stop());
}

if ("speechSynthesis" in window) readAloud(window.speechSynthesis);
