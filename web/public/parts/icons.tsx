const drawings = {
  passkey:
    'M8.5 13a4.5 4.5 0 1 1 4.2-6.1L21 7l-.1 3.2-2.2 1.9-2-1.6-2 1.6-2-1.2A4.5 4.5 0 0 1 8.5 13zM7 8.5h.01',
  app: 'M8 2.8h8a1.5 1.5 0 0 1 1.5 1.5v15.4a1.5 1.5 0 0 1-1.5 1.5H8a1.5 1.5 0 0 1-1.5-1.5V4.3A1.5 1.5 0 0 1 8 2.8zM11 18h2M9.8 10l1.6 1.6 3-3.2',
  email: 'M4 5.5h16v13H4zM4 6.5l8 6.5 8-6.5',
  sms: 'M4 4.5h16v12h-9L6.5 20v-3.5H4zM8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01',
  recovery:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM6 6l3.5 3.5M18 6l-3.5 3.5M6 18l3.5-3.5M18 18l-3.5-3.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  broken:
    'M10 14a4 4 0 0 1 0-5.6l2.4-2.4a4 4 0 0 1 5.6 5.6L16.6 13M14 10a4 4 0 0 1 0 5.6L11.6 18A4 4 0 0 1 6 12.4L7.4 11M3 3l3 3M18 18l3 3',
  closed: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
} as const;

export type IconName = keyof typeof drawings;

/**
 * Decorative, because the text next to it says the same. Inlined, because the console's icons would
 * load the UI kit.
 */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
