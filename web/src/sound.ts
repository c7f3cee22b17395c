// Short tones for what happens on the board. Nothing sounds before the person has touched the page,
// as browsers demand, nor where sounds are off.
import { settings } from "./settings";

const TONES = {
    move: [[440, 0, 0.06]],
    turn: [
        [523, 0, 0.08],
        [659, 0.09, 0.12],
    ],
    refused: [[180, 0, 0.12]],
    over: [
        [523, 0, 0.1],
        [659, 0.12, 0.1],
        [784, 0.24, 0.2],
    ],
} satisfies Record<string, number[][]>;

let context: AudioContext | null = null;

export function play(tone: keyof typeof TONES) {
    if (!settings().sound || typeof AudioContext === "undefined") return;
    context ??= new AudioContext();
    if (context.state === "suspended") return void context.resume();
    for (const [pitch, after, length] of TONES[tone]) beep(context, pitch, after, length);
}

function beep(audio: AudioContext, pitch: number, after: number, length: number) {
    const from = audio.currentTime + after;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.12, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + length);
    const tone = audio.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length);
}
