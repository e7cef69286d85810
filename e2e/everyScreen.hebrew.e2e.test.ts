import { fourLooks } from './browser.ts';
import { everyScreenFits, viewOf } from './everyScreen.ts';

everyScreenFits({ views: fourLooks.filter(({ language }) => language === 'he').map(viewOf), byAddress: false });
