import { useState } from 'react';
import { Control } from '../../../../../web/ui/layout/Control.tsx';
import { text } from '../text.ts';

export type Scale = 'fit' | 'real';
const storageKey = 'console.scale';

/** The display scale, which is remembered. */
export function useScale(): [Scale, (scale: Scale) => void] {
  const [scale, setScale] = useState<Scale>(() =>
    localStorage.getItem(storageKey) === 'real' ? 'real' : 'fit',
  );
  const choose = (next: Scale) => {
    localStorage.setItem(storageKey, next);
    setScale(next);
  };
  return [scale, choose];
}

export function ScaleChoice({ scale, onChange }: { scale: Scale; onChange(scale: Scale): void }) {
  return (
    <Control
      as="select"
      size="xs"
      aria-label={text('scale')}
      value={scale}
      onChange={(event) => onChange(event.currentTarget.value === 'real' ? 'real' : 'fit')}
    >
      <option value="fit">{text('fit')}</option>
      <option value="real">{text('real')}</option>
    </Control>
  );
}
