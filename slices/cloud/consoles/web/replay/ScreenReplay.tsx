import RFB from '@novnc/novnc';
import { useEffect, useMemo, useRef, useState } from 'react';
import styles from '../console.module.css';
import { RecordedChannel } from './channel.ts';
import { PlayerBar } from './PlayerBar.tsx';
import { parseFrames, withoutSilences } from './timeline.ts';
import { type Harness, usePlayer } from './usePlayer.ts';

const maxSilenceMs = 1500;
/** The viewer gets this much data before it needs time to draw. */
const chunkBytes = 1024 * 1024;

/** Replays a recorded screen of a virtual machine by sending its output again. */
export default function ScreenReplay({ content }: { content: Uint8Array<ArrayBuffer> }) {
  const container = useRef<HTMLDivElement>(null);
  const [harness, setHarness] = useState<Harness<Uint8Array<ArrayBuffer>> | null>(null);
  const [skipsSilences, setSkipsSilences] = useState(true);
  const all = useMemo(() => parseFrames(content), [content]);
  const moments = useMemo(
    () => (skipsSilences ? withoutSilences(all, maxSilenceMs) : all),
    [all, skipsSilences],
  );
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const screen = screenIn(element);
    setHarness(screen);
    return () => screen.close();
  }, []);
  const player = usePlayer(moments, harness);
  return (
    <div className={styles.console}>
      <PlayerBar player={player} isShortened={skipsSilences} onShorten={setSkipsSilences} />
      <div
        ref={container}
        className={`${styles.consoleScreen} console-fit`}
        data-part="console-screen"
        dir="ltr"
      />
    </div>
  );
}

function screenIn(element: HTMLElement): Harness<Uint8Array<ArrayBuffer>> & { close(): void } {
  let channel: RecordedChannel | null = null;
  let rfb: RFB | null = null;
  const close = () => {
    rfb?.disconnect();
    element.replaceChildren();
  };
  return {
    close,
    reset: async () => {
      close();
      channel = new RecordedChannel();
      rfb = new RFB(element, channel, { shared: true });
      rfb.viewOnly = true;
      rfb.scaleViewport = true;
      rfb.background = '#0c0e12';
      await channel.isHeard;
    },
    show: async (frames) => {
      let bytes = 0;
      for (const frame of frames) {
        channel?.receive(frame);
        bytes += frame.length;
        if (bytes < chunkBytes) continue;
        bytes = 0;
        await new Promise(requestAnimationFrame);
      }
    },
  };
}
