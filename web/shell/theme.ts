import { createTheme } from '@mantine/core';
import { styleNonce } from '../bootstrap.ts';
import { brandShades } from '../theme/tokens.ts';

/**
 * Customization of the UI kit's components. Colors, corners, fonts and other style values are
 * variables in kit.css.
 */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 7 },
  colors: { brand: brandShades },
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 250, withArrow: true, multiline: true, maw: 320 } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 } } },
    Menu: { defaultProps: { shadow: 'md', withinPortal: true } },
  },
});

export { styleNonce };
