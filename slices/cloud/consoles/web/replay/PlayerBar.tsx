import { Button, NativeSelect } from '@mantine/core';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Row, Text } from '../../../../../web/ui/layout/Layout.tsx';
import styles from '../console.module.css';
import { text } from '../text.ts';
import type { Player } from './usePlayer.ts';

const speeds = [0.5, 1, 2, 4, 8, 16];

/** 75 s → 1:15 */
function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:${twoDigits(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}

interface PlayerBarProps {
  player: Player;
  isShortened: boolean;
  onShorten(isShortened: boolean): void;
}

/** Controls for playback, position and speed. */
export function PlayerBar({ player, isShortened, onShorten }: PlayerBarProps) {
  const { isPlaying, position, length, speed } = player;
  return (
    <Row className={styles.consolePlayer} align="center" gap="8px 12px">
      <Button
        size="xs"
        leftSection={<Icon name={isPlaying ? 'pause' : 'play'} size={15} />}
        onClick={isPlaying ? player.pause : player.play}
      >
        {text(isPlaying ? 'pause' : 'play')}
      </Button>
      <input
        type="range"
        dir="ltr"
        aria-label={text('position')}
        aria-valuetext={`${clockOf(position)} / ${clockOf(length)}`}
        min={0}
        max={Math.max(1, Math.round(length))}
        step={Math.max(1, Math.round(length / 1000))}
        value={Math.round(position)}
        onChange={(event) => player.seek(Number(event.currentTarget.value))}
      />
      <bdi dir="ltr" className="number">
        {clockOf(position)} / {clockOf(length)}
      </bdi>
      <NativeSelect
        size="xs"
        aria-label={text('speed')}
        value={String(speed)}
        onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
        data={speeds.map((value) => ({ value: String(value), label: `${value}×` }))}
      />
      <Text as="label" size="sm">
        <input
          type="checkbox"
          checked={isShortened}
          onChange={(event) => onShorten(event.currentTarget.checked)}
        />{' '}
        {text('skipSilence')}
      </Text>
    </Row>
  );
}
