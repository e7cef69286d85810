import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { queryClient } from '../data/queryClient.ts';
import { currentLanguage, direction, onLanguage } from '../texts/texts.ts';
import { CrashBoundary } from './crash/CrashBoundary.tsx';
import { router } from './router.tsx';
import './styles.ts';
import { Toasts } from './Toasts.tsx';
import { styleNonce, theme } from './theme.ts';

/** The whole signed-in app. Changing the language renders it again. */
export function Console() {
  const language = useSyncExternalStore(onLanguage, currentLanguage);
  return (
    <DirectionProvider key={language} initialDirection={direction()} detectDirection={false}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        // These styles are unused, and are inserted as markup, which the page's policy (Trusted
        // Types) rejects.
        withGlobalClasses={false}
        getStyleNonce={styleNonce}
      >
        <CrashBoundary>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <Toasts />
          </QueryClientProvider>
        </CrashBoundary>
      </MantineProvider>
    </DirectionProvider>
  );
}
