import type { ScreenRoute } from '../../../web/routes.ts';

export const invoiceScreens: readonly ScreenRoute[] = [];
