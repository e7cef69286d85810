import { renderSVG } from 'uqr';

/** A QR code as a picture that needs nothing else: black on white, because cameras read that best, in the dark look too. */
export const qrPicture = (content: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(renderSVG(content, { ecc: 'M', border: 2 })).toString('base64')}`;
