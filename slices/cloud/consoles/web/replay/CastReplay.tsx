import { useMemo, useRef, useState } from 'react';
import styles from '../console.module.css';
import { useTerminal } from '../terminal/useTerminal.ts';
import { PlayerBar } from './PlayerBar.tsx';
import { type CastEvent, parseAsciicast, withoutSilences } from './timeline.ts';
import { type Harness, usePlayer } from './usePlayer.ts';

const maxSilenceMs = 1500;

/** Replays a recorded terminal. */
export default function CastReplay({ content }: { content: Uint8Array<ArrayBuffer> }) {
  const container = useRef<HTMLDivElement>(null);
  const [skipsSilences, setSkipsSilences] = useState(true);
  const all = useMemo(() => parseAsciicast(new TextDecoder().decode(content)), [content]);
  const moments = useMemo(
    () => (skipsSilences ? withoutSilences(all, maxSilenceMs) : all),
    [all, skipsSilences],
  );
  const open = useTerminal(container, { isFixed: true });
  const harness = useMemo<Harness<CastEvent> | null>(() => {
    if (!open) return null;
    const { terminal } = open;
    return {
      reset: async () => {
        terminal.reset();
        terminal.resize(80, 24);
      },
      show: (events) =>
        new Promise<void>((resolve) => {
          for (const event of events) {
            if (event.kind === 'o') terminal.write(event.text);
            else terminal.resize(event.columns, event.rows);
          }
          terminal.write('', resolve);
        }),
    };
  }, [open]);
  const player = usePlayer(moments, harness);
  return (
    <div className={styles.console}>
      <PlayerBar player={player} isShortened={skipsSilences} onShorten={setSkipsSilences} />
      <div
        ref={container}
        className={`${styles.consoleScreen} ${styles.consoleReplay}`}
        data-part="console-screen"
        dir="ltr"
      />
    </div>
  );
}
