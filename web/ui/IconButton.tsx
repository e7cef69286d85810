import type { ButtonHTMLAttributes } from 'react';
import type { IconName } from '../../contract/icons.ts';
import { Icon } from './Icon.tsx';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** The button's action, read by screen readers and shown on hover. */
  label: string;
  /** Shown instead of the label. */
  hint?: string;
  size?: 'sm' | 'md' | 'lg';
  isFramed?: boolean;
  isBusy?: boolean;
  ref?: React.Ref<HTMLButtonElement>;
}

const drawing = { sm: 14, md: 18, lg: 18 };

/** A button with only an icon. A plain element, because a list has several in every row. */
export function IconButton({
  icon,
  label,
  hint = label,
  size = 'md',
  isFramed,
  isBusy,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      className={className ? `icon-button ${className}` : 'icon-button'}
      data-size={size}
      data-framed={isFramed || undefined}
      data-busy={isBusy || undefined}
      aria-label={label}
      data-hint={hint}
      {...rest}
    >
      <Icon name={icon} size={drawing[size]} />
      {children}
    </button>
  );
}
