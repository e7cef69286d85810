/** For parts of a dialog above another dialog, which would otherwise handle Escape itself. */
export const stopsEscape = { 'data-mantine-stop-propagation': 'true' } as const;
