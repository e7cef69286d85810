import type { Level, Stroke } from './layouts.ts';

/** Receives key events: a screen of the virtual machine, or a desktop. */
export type KeySink = (keysym: number, code: string, isDown: boolean) => void;

interface ModifierKey {
  code: string;
  keysym: number;
}
const modifierKeys: Record<Exclude<Level, 'plain'>, ModifierKey> = {
  shift: { code: 'ShiftLeft', keysym: 0xffe1 },
  altGr: { code: 'AltRight', keysym: 0xfe03 },
};

export type KeyEvent = readonly [keysym: number, code: string, isDown: boolean];

/**
 * Key presses and releases. Shift and AltGr stay pressed while needed. The last event of a stroke
 * carries its index.
 */
export function keyEventsOf(
  strokes: readonly Stroke[],
): { event: KeyEvent; strokesDone: number }[] {
  const events: { event: KeyEvent; strokesDone: number }[] = [];
  let level: Level = 'plain';
  let strokeCount = 0;
  const add = (keysym: number, code: string, isDown: boolean) =>
    void events.push({ event: [keysym, code, isDown], strokesDone: strokeCount });
  const pressLevel = (targetLevel: Level) => {
    if (level === targetLevel) return;
    if (level !== 'plain') add(modifierKeys[level].keysym, modifierKeys[level].code, false);
    if (targetLevel !== 'plain')
      add(modifierKeys[targetLevel].keysym, modifierKeys[targetLevel].code, true);
    level = targetLevel;
  };
  for (const { code, keysym, level: targetLevel } of strokes) {
    pressLevel(targetLevel);
    add(keysym, code, true);
    strokeCount += 1;
    add(keysym, code, false);
  }
  pressLevel('plain');
  return events;
}

/**
 * Waits until the guest has processed all keys so far: Num Lock is pressed, and the guest switches
 * its light in response. `null`: the guest never responds (no operating system is running yet).
 * `false`: it has stopped responding.
 */
export type Acknowledge = () => Promise<boolean | null>;

/**
 * A PS/2 keyboard buffers 16 bytes. A key event uses one or two, and Num Lock two, or six with a
 * repetition.
 */
const maxUnansweredBytes = 10;
const bytesOf = (code: string): number => (code === 'AltRight' ? 2 : 1);

export interface TypingOptions {
  /** Waits for acknowledgments where supported, so that no keys are lost on a busy guest. */
  acknowledge?: Acknowledge;
  /** Time between key events, in ms. */
  paceMs: number;
  /** Pause after each entered line, in ms. */
  lineMs: number;
  signal: AbortSignal;
  /** Reports the number of finished strokes. */
  onProgress(done: number): void;
}

/**
 * Types the strokes at a limited rate, because emulated keyboards have a small event queue and drop
 * the excess. Releases pressed keys when canceled. Returns whether it finished.
 */
export async function typeStrokes(
  strokes: readonly Stroke[],
  sink: KeySink,
  { paceMs, lineMs, signal, onProgress, acknowledge }: TypingOptions,
): Promise<boolean> {
  let dueMs = 0;
  let isAnswered = acknowledge ? (await acknowledge()) === true : false;
  const startedAt = performance.now();
  let unansweredBytes = 0;
  const pressedKeys = new Map<string, number>();
  for (const { event, strokesDone } of keyEventsOf(strokes)) {
    const [keysym, code, isDown] = event;
    if (isAnswered && unansweredBytes + bytesOf(code) > maxUnansweredBytes) {
      isAnswered = (await acknowledge?.()) === true;
      if (!isAnswered) return releaseKeys(pressedKeys, sink);
      unansweredBytes = 0;
    }
    unansweredBytes += bytesOf(code);
    const waitMs = isAnswered ? 0 : startedAt + dueMs - performance.now();
    if (waitMs > 4) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (signal.aborted) return releaseKeys(pressedKeys, sink);
    if (isDown) pressedKeys.set(code, keysym);
    else pressedKeys.delete(code);
    sink(...event);
    dueMs += code === 'Enter' && !isDown ? lineMs : paceMs;
    onProgress(strokesDone);
  }
  return true;
}

function releaseKeys(pressedKeys: ReadonlyMap<string, number>, sink: KeySink): false {
  for (const [code, keysym] of pressedKeys) sink(keysym, code, false);
  return false;
}

const numLock = 0xff7f;
const firstAnswerMs = 1_500;
/** A busy guest accepts keys late. The user sees the progress and can stop. */
const answerMs = 60_000;
/**
 * A busy guest sometimes doesn't switch the light although it received the key, so the key is sent
 * once more after this time.
 */
const retryMs = 3_000;
/**
 * A response can be late or repeated, so the light counts as settled once it hasn't changed for
 * this long.
 */
const settleMs = 500;
const pollMs = 3;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface TypingTimeouts {
  /** How long to wait for a guest that has responded before, in ms. */
  answerMs: number;
  /** How long to wait before the key is sent again, in ms. */
  askAgainMs: number;
}

/**
 * Acknowledges with the Num Lock light as reported by `light` (null: unknown). Call `restore` at
 * the end.
 */
export function numLockAnswers(
  sink: KeySink,
  light: () => boolean | null,
  timeouts: TypingTimeouts = { answerMs, askAgainMs: retryMs },
): { acknowledge: Acknowledge; restore(): void } {
  let pressCount = 0;
  let hasAnswered = false;
  const press = () => {
    pressCount += 1;
    sink(numLock, 'NumLock', true);
    sink(numLock, 'NumLock', false);
  };
  return {
    acknowledge: async () => {
      const before = light();
      press();
      const startedAt = performance.now();
      let askedAgain = 0;
      while (light() === before) {
        const waitedMs = performance.now() - startedAt;
        if (waitedMs > (hasAnswered ? timeouts.answerMs : firstAnswerMs))
          return hasAnswered ? false : null;
        if (hasAnswered && before === null) return false;
        if (hasAnswered && waitedMs > (askedAgain + 1) * timeouts.askAgainMs) {
          askedAgain += 1;
          // Pressed twice, so that the expected state of the light stays the same.
          press();
          press();
        }
        await pause(pollMs);
      }
      if (askedAgain > 0) await waitUntilStable(light);
      if (light() === null) return false;
      hasAnswered = true;
      return true;
    },
    restore: () => {
      if (pressCount % 2 === 1) press();
    },
  };
}

async function waitUntilStable(light: () => boolean | null): Promise<void> {
  let [lastState, since] = [light(), performance.now()];
  while (performance.now() - since < settleMs) {
    await pause(pollMs);
    if (light() !== lastState) [lastState, since] = [light(), performance.now()];
  }
}

/** Presses keys together and holds the first ones, as in Ctrl+Alt+Del. */
export function pressTogether(
  keys: readonly (readonly [keysym: number, code: string])[],
  sink: KeySink,
): void {
  for (const [keysym, code] of keys) sink(keysym, code, true);
  for (const [keysym, code] of [...keys].reverse()) sink(keysym, code, false);
}
