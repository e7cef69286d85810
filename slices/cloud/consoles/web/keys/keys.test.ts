import { describe, expect, it } from 'vitest';
import { combinationOf } from './combinations.ts';
import { type LayoutId, layoutIds, strokesFor, untyped } from './layouts.ts';
import { keyEventsOf, numLockAnswers, pressTogether, typeStrokes } from './typing.ts';

const strokeNames = (text: string, layout: LayoutId) =>
  strokesFor(text, layout).strokes.map(({ code, level }) =>
    level === 'plain' ? code : `${level}+${code}`,
  );
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

describe('a keyboard layout', () => {
  it.each(['us', 'uk', 'de', 'fr'] as const)(
    '(%s) contains all of ASCII, line breaks and tabs',
    (layout) => {
      expect(strokesFor(`${ascii}\n\t`, layout).missing).toEqual([]);
    },
  );

  it.each(layoutIds)(
    '(%s) has one way to type each character, and no two characters with the same keys',
    (layout) => {
      const keystrokes = [...ascii, ...'äöüßéèçàùשלום']
        .map((character) => strokeNames(character, layout).join())
        .filter((keys) => keys !== '');
      expect(new Set(keystrokes).size).toBe(keystrokes.length);
    },
  );

  it('lists each missing character once', () => {
    expect(strokesFor('pass шаш', 'us').missing).toEqual(['ш', 'а']);
    expect(strokesFor('abc', 'he').missing).toEqual(['a', 'b', 'c']);
    expect(strokesFor('אבג ABC', 'he').missing).toEqual([]);
  });

  it.each([
    ['us', '@"|~', ['shift+Digit2', 'shift+Quote', 'shift+Backslash', 'shift+Backquote']],
    [
      'uk',
      '@"|~#£\\',
      [
        'shift+Quote',
        'shift+Digit2',
        'shift+IntlBackslash',
        'shift+Backslash',
        'Backslash',
        'shift+Digit3',
        'IntlBackslash',
      ],
    ],
    ['de', 'zy@{/-', ['KeyY', 'KeyZ', 'altGr+KeyQ', 'altGr+Digit7', 'shift+Digit7', 'Slash']],
    ['de', '^`', ['Backquote', 'Space', 'shift+Equal', 'Space']],
    [
      'fr',
      'aqm1.@é',
      ['KeyQ', 'KeyA', 'Semicolon', 'shift+Digit1', 'shift+Comma', 'altGr+Digit0', 'Digit2'],
    ],
    ['he', "שלום.'(", ['KeyA', 'KeyK', 'KeyU', 'KeyO', 'Slash', 'KeyW', 'shift+Digit0']],
  ] as const)('(%s) types %s with the keys that produce it there', (layout, text, keys) => {
    expect(strokeNames(text, layout)).toEqual(keys);
  });

  it('types each kind of line break once', () => {
    expect(strokeNames('a\r\nb\rc\n', 'us')).toEqual([
      'KeyA',
      'Enter',
      'KeyB',
      'Enter',
      'KeyC',
      'Enter',
    ]);
  });
});

describe('typing', () => {
  const events: string[] = [];
  const sink = (_keysym: number, code: string, isDown: boolean) =>
    void events.push(`${isDown ? '+' : '-'}${code}`);
  const sendOptions = (
    signal: AbortSignal,
    onProgress: (done: number) => void = () => undefined,
  ) => ({
    paceMs: 0,
    lineMs: 0,
    signal,
    onProgress,
  });

  it('holds Shift only as long as needed', () => {
    const events = keyEventsOf(strokesFor('aBCd', 'us').strokes).map(
      ({ event: [, code, isDown] }) => `${isDown ? '+' : '-'}${code}`,
    );
    expect(events.join(' ')).toBe(
      '+KeyA -KeyA +ShiftLeft +KeyB -KeyB +KeyC -KeyC -ShiftLeft +KeyD -KeyD',
    );
  });

  it('leaves no key pressed when canceled, and reports that it didn’t finish', async () => {
    events.length = 0;
    const cancel = new AbortController();
    const isComplete = await typeStrokes(
      strokesFor('ABCDEF', 'us').strokes,
      sink,
      sendOptions(cancel.signal, (done) => done === 2 && cancel.abort()),
    );
    expect(isComplete).toBe(false);
    for (const code of new Set(events.map((event) => event.slice(1))))
      expect(events.filter((event) => event === `-${code}`).length, code).toBe(
        events.filter((event) => event === `+${code}`).length,
      );
    expect(events).not.toContain('+KeyF');
  });

  it('reports its progress', async () => {
    const seen: number[] = [];
    expect(
      await typeStrokes(
        strokesFor('abc', 'us').strokes,
        sink,
        sendOptions(new AbortController().signal, (done) => seen.push(done)),
      ),
    ).toBe(true);
    expect(seen.at(-1)).toBe(3);
  });

  it('keeps the typing rate', async () => {
    const startedAt = performance.now();
    await typeStrokes(strokesFor('abcdefghij', 'us').strokes, sink, {
      ...sendOptions(new AbortController().signal),
      paceMs: 10,
    });
    expect(performance.now() - startedAt).toBeGreaterThan(180);
  });

  it('waits for the lock light before exceeding the keyboard buffer', async () => {
    events.length = 0;
    let light = false;
    let pending = 0;
    let maxWaiting = 0;
    const receiveKey = (_keysym: number, code: string, isDown: boolean) => {
      pending += code === 'AltRight' ? 2 : 1;
      maxWaiting = Math.max(maxWaiting, pending);
      events.push(`${isDown ? '+' : '-'}${code}`);
      if (code === 'NumLock' && !isDown)
        setTimeout(() => {
          pending = 0;
          light = !light;
        }, 5);
    };
    const { acknowledge, restore } = numLockAnswers(receiveKey, () => light);
    const { strokes } = strokesFor('echo {[@]} "ABC" | tee /tmp/x\n', 'de');
    expect(
      await typeStrokes(strokes, receiveKey, {
        ...sendOptions(new AbortController().signal),
        paceMs: 1000,
        acknowledge,
      }),
    ).toBe(true);
    restore();
    expect(maxWaiting).toBeLessThanOrEqual(16);
    expect(events.filter((event) => event === '+NumLock').length % 2).toBe(0);
    expect(events.filter((event) => event.startsWith('+Key')).length).toBeGreaterThan(10);
  });

  it('repeats a lock key that didn’t switch its light, and continues with the lights as before', async () => {
    // The light state the guest intends, the actual light, and the number of attempts to switch it.
    let [target, light, toggleCount] = [false, false, 0];
    const failing = new Set([2, 3]);
    const receiveKey = (_keysym: number, code: string, isDown: boolean) => {
      if (code !== 'NumLock' || isDown) return;
      target = !target;
      toggleCount += 1;
      if (!failing.has(toggleCount)) light = target;
    };
    const { acknowledge, restore } = numLockAnswers(receiveKey, () => light, {
      answerMs: 5_000,
      askAgainMs: 20,
    });
    expect([await acknowledge(), await acknowledge(), await acknowledge()]).toEqual([
      true,
      true,
      true,
    ]);
    expect(toggleCount).toBeGreaterThan(3);
    restore();
    expect(target).toBe(false);
  });

  it('stops when the connection to the guest is lost, or when a guest stops accepting keys', async () => {
    let light: boolean | null = false;
    let isResponsive = true;
    const receiveKey = (_keysym: number, code: string, isDown: boolean) => {
      if (isResponsive && code === 'NumLock' && !isDown && light !== null) light = !light;
    };
    const { acknowledge } = numLockAnswers(receiveKey, () => light, {
      answerMs: 100,
      askAgainMs: 20,
    });
    expect(await acknowledge()).toBe(true);
    isResponsive = false;
    expect(await acknowledge()).toBe(false);
    light = null;
    const startedAt = performance.now();
    expect(await acknowledge()).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(100);
  });

  it('keeps the typing rate without a light, and continues', async () => {
    const { acknowledge } = numLockAnswers(sink, () => null);
    const startedAt = performance.now();
    const isComplete = await typeStrokes(strokesFor('abc', 'us').strokes, sink, {
      ...sendOptions(new AbortController().signal),
      paceMs: 20,
      acknowledge,
    });
    expect(isComplete).toBe(true);
    expect(performance.now() - startedAt).toBeGreaterThan(1500 + 80);
  });

  it('reports the remaining text after a number of keystrokes', () => {
    expect(untyped('abc', 'us', 0)).toBe('abc');
    expect(untyped('a\r\nbc', 'us', 2)).toBe('bc');
    expect(untyped('abc', 'us', 3)).toBe('');
    const deadKeyStrokes = strokesFor('^', 'de').strokes.length;
    expect(deadKeyStrokes).toBeGreaterThan(1);
    expect(untyped('^x', 'de', deadKeyStrokes - 1)).toBe('^x');
    expect(untyped('^x', 'de', deadKeyStrokes)).toBe('x');
  });

  it('presses keys together and releases them in reverse order', () => {
    events.length = 0;
    pressTogether(combinationOf('Ctrl+Alt+Del')?.keys ?? [], sink);
    expect(events.join(' ')).toBe('+ControlLeft +AltLeft +Delete -Delete -AltLeft -ControlLeft');
  });
});
