import { renderSVG } from 'uqr';

/**
 * A QR code as a self-contained image. Black on white in dark mode too, because cameras read it
 * best.
 */
export const qrCodeDataUri = (content: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(content, { ecc: 'M', border: 2 })).toString('base64')}`;
