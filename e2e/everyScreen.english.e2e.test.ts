import { fourLooks, plainLook } from './browser.ts';
import { everyScreenFits, viewOf } from './everyScreen.ts';

const widths = [1024, 768, 320];

everyScreenFits({
  views: [
    ...fourLooks.filter(({ language }) => language === 'en').map(viewOf),
    ...widths.map((width) => ({ name: `no wider than a window of ${width} px`, look: plainLook, width })),
  ],
  byAddress: true,
});
