import { createTheme } from '@mantine/core';
import { styleNonce } from '../bootstrap.ts';
import { brandShades } from '../theme/tokens.ts';

/** What the kit's parts are like here. Colours, corners, type and all else that its style sheets read are variables, in kit.css. */
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
