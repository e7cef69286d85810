/** For parts of a dialog above another dialog, which would otherwise handle Escape itself. */
export const keepsEscape = { 'data-mantine-stop-propagation': 'true' } as const;
