import { useCallback, useEffect, useRef, useState } from 'react';
import { lengthOf, type Moment } from './timeline.ts';

/** Displays a recording. */
export interface Harness<T> {
  /** Resets to the beginning, before any output. */
  reset(): Promise<void>;
  /** Shows the next events. Seeking forward passes many events in one call. */
  show(whats: readonly T[]): Promise<void>;
}

export interface Player {
  isPlaying: boolean;
  /** In ms from the beginning. */
  position: number;
  length: number;
  speed: number;
  play(): void;
  pause(): void;
  seek(position: number): void;
  setSpeed(speed: number): void;
}

/** Events per batch while seeking, so that the page can render and respond between batches. */
const frameBatch = 500;

/**
 * Plays recorded events at the playback speed. Seeking backward starts over and fast-forwards to
 * the position.
 */
export function usePlayer<T>(moments: readonly Moment<T>[], harness: Harness<T> | null): Player {
  const length = lengthOf(moments);
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [speed, setSpeed] = useState(1);
  const at = useRef({ position: 0, next: 0 });
  const work = useRef(Promise.resolve());

  const showUntil = useCallback(
    async (targetMs: number) => {
      if (!harness) return;
      if (targetMs < at.current.position) {
        await harness.reset();
        at.current.next = 0;
      }
      at.current.position = targetMs;
      for (;;) {
        const due: T[] = [];
        while (
          due.length < frameBatch &&
          (moments[at.current.next]?.at ?? Number.POSITIVE_INFINITY) <= targetMs
        )
          due.push((moments[at.current.next++] as Moment<T>).what);
        if (due.length === 0) break;
        await harness.show(due);
      }
      setPosition(targetMs);
    },
    [moments, harness],
  );
  const enqueue = useCallback((step: () => Promise<void>) => {
    work.current = work.current.then(step).catch(() => undefined);
    return work.current;
  }, []);

  // A different timeline or display starts from the beginning.
  useEffect(() => {
    if (!harness) return;
    at.current = { position: 0, next: 0 };
    void enqueue(async () => {
      await harness.reset();
      await showUntil(0);
    });
    setPlaying(true);
  }, [harness, showUntil, enqueue]);

  useEffect(() => {
    if (!isPlaying || !harness) return;
    let isStopped = false;
    let before = performance.now();
    const tick = async () => {
      while (!isStopped) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        const targetMs = Math.min(length, at.current.position + (now - before) * speed);
        before = now;
        if (isStopped) return;
        await enqueue(() => showUntil(targetMs));
        if (at.current.position >= length) return setPlaying(false);
      }
    };
    void tick();
    return () => {
      isStopped = true;
    };
  }, [isPlaying, harness, speed, length, showUntil, enqueue]);

  const seek = (targetMs: number) =>
    void enqueue(() => showUntil(Math.max(0, Math.min(length, targetMs))));
  const play = () => {
    if (at.current.position >= length) seek(0);
    setPlaying(true);
  };
  return {
    isPlaying,
    position,
    length,
    speed,
    play,
    pause: () => setPlaying(false),
    seek,
    setSpeed,
  };
}
