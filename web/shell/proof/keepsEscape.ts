/** For every part of a dialog that may have another below it, which would take Escape for itself. */
export const keepsEscape = { 'data-mantine-stop-propagation': 'true' } as const;
