import { useState } from 'react';
import type common from '../texts/common/en.json';
import { textsOf } from '../texts/texts.ts';
import { IconButton } from './IconButton.tsx';

const text = textsOf<typeof common>('common');
const displayMs = 1500;

export function CopyButton({ value, label }: { value: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), displayMs);
  };
  return (
    <IconButton
      icon={isCopied ? 'check' : 'copy'}
      label={`${text('copy')}: ${label}`}
      hint={text(isCopied ? 'copied' : 'copy')}
      size="sm"
      onClick={() => void copy()}
    />
  );
}
