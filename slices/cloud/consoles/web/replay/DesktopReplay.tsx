import Guacamole from 'guacamole-common-js';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Stack } from '../../../../../web/ui/layout/Layout.tsx';
import styles from '../console.module.css';
import { pushTunnel } from '../desktop/tunnel.ts';
import { fitToElement } from '../desktop/useDesktop.ts';
import { PlayerBar } from './PlayerBar.tsx';
import { parseFrames, withoutSilences } from './timeline.ts';
import { type Harness, usePlayer } from './usePlayer.ts';

const maxSilenceMs = 1500;

/** Replays a recorded desktop by drawing guacd's instructions again. */
export default function DesktopReplay({ content }: { content: Uint8Array<ArrayBuffer> }) {
  const container = useRef<HTMLDivElement>(null);
  const [harness, setHarness] = useState<Harness<string> | null>(null);
  const [skipsSilences, setSkipsSilences] = useState(true);
  const all = useMemo(() => {
    const decoder = new TextDecoder();
    return parseFrames(content).map(({ at, what }) => ({
      at,
      what: decoder.decode(what, { stream: true }),
    }));
  }, [content]);
  const moments = useMemo(
    () => (skipsSilences ? withoutSilences(all, maxSilenceMs) : all),
    [all, skipsSilences],
  );
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const desktop = desktopIn(element);
    setHarness(desktop);
    return () => desktop.close();
  }, []);
  const player = usePlayer(moments, harness);
  return (
    <div className={styles.console}>
      <PlayerBar player={player} isShortened={skipsSilences} onShorten={setSkipsSilences} />
      <Stack
        ref={container}
        className={`${styles.consoleScreen} ${styles.consoleDesktop} console-fit`}
        data-part="console-screen"
        dir="ltr"
      />
    </div>
  );
}

function desktopIn(element: HTMLElement): Harness<string> & { close(): void } {
  let client: InstanceType<typeof Guacamole.Client> | null = null;
  let receive: (text: string) => void = () => undefined;
  const close = () => {
    client?.disconnect();
    element.replaceChildren();
  };
  return {
    close,
    reset: async () => {
      close();
      const replayTunnel = pushTunnel(
        () => undefined,
        () => undefined,
      );
      const guacamoleClient = new Guacamole.Client(replayTunnel.tunnel);
      client = guacamoleClient;
      receive = replayTunnel.receive;
      element.replaceChildren(guacamoleClient.getDisplay().getElement());
      guacamoleClient.getDisplay().onresize = () => fitToElement(guacamoleClient, element, 'fit');
      guacamoleClient.connect();
    },
    show: async (texts) => {
      for (const text of texts) receive(text);
    },
  };
}
