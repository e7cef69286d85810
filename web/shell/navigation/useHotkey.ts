import { useEffect } from 'react';

/** Calls `onPress` on Ctrl+key (Cmd on a Mac). */
export function useHotkey(key: string, onPress: () => void): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey ||
        event.key.toLowerCase() !== key
      )
        return;
      event.preventDefault();
      onPress();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [key, onPress]);
}
