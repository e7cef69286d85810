import type { Answer } from '../../../../web/client.ts';
import styles from './social.module.css';

export type ProviderKind = Answer<'socialAllowed'>['items'][number]['kind'];

/** Color and letter of each provider, distinguishable without using trademarks. */
const brandStyles: Record<ProviderKind, { letter: string; colour: string }> = {
  google: { letter: 'G', colour: '#1a66d6' },
  microsoft: { letter: 'M', colour: '#5b5fc7' },
  facebook: { letter: 'f', colour: '#1662c4' },
  github: { letter: 'gh', colour: '#24292f' },
  linkedin: { letter: 'in', colour: '#0a5cb0' },
  oidc: { letter: '', colour: '#4b5563' },
};

/** Decorative, because the provider's name is next to it. */
export function Mark({ kind, size = 20 }: { kind: ProviderKind; size?: number }) {
  const { letter, colour } = brandStyles[kind];
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      className={styles.socialMark}
    >
      <rect width="24" height="24" rx="5" fill={colour} />
      {letter ? (
        <text
          x="12"
          y="12.5"
          fill="#fff"
          fontSize={letter.length > 1 ? 12 : 15}
          fontWeight="700"
          textAnchor="middle"
          dominantBaseline="central"
        >
          {letter}
        </text>
      ) : (
        <path
          d="M8.5 11V9a3.5 3.5 0 0 1 7 0v2M7 11h10v7H7zM12 14v1.5"
          fill="none"
          stroke="#fff"
          strokeWidth="1.7"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  );
}
