import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';
import { callsOfModules } from './callsOfModules.ts';
import { compiledWhole } from './compiledWhole.ts';
import { compileMessages } from './compileMessages.ts';
import { withoutDetours } from './detours.ts';
import { coloursInUse, variablesLeftOut } from './inUse.ts';
import { preloads } from './preloads.ts';
import { reactAsModules } from './reactAsModules.ts';

/** `GET /servers`, by operation; without what other clients call. */
const calls = new Map(
  Object.entries(contract as Record<string, Endpoint>).flatMap(
    ([name, { method, path, speaks }]) => (speaks ? [] : [[name, `${method} ${path}`] as const]),
  ),
);

/** Also when a test builds, whose NODE_ENV would make it the slow build for development. */
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

/**
 * Writes each file beside itself as .br and .gz, so that the server compresses nothing while it
 * serves.
 */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle(options) {
    const folder = join(options.dir ?? '', 'assets');
    for (const name of (await readdir(folder)).filter((file) => /\.(js|css|svg)$/.test(file))) {
      const content = await readFile(join(folder, name));
      await writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      await writeFile(
        join(folder, `${name}.br`),
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
    }
  },
};

/** What the page before sign-in needs, and everything after it too. */
const isBase = (id: string): boolean =>
  /node_modules\/(react|react-dom|scheduler|icu-minify)\/|contract\/texts\/|web\/(main|bootstrap|calls|client|routes|public\/(languageNames|countdown|passkey|problems|text)\.ts|table\/(listState|listMemory|pageSizes)|texts\/texts|theme\/(?!brand)|ui\/Wordmark)|slices\/\w+\/web\/(routes|listing)\.tsx?$|contract\/codes|preload-helper|rolldown[\\/]runtime/.test(
    id,
  );
const isKit = (id: string): boolean =>
  /node_modules\/(@mantine|@floating-ui|@tanstack\/(?!react-virtual|virtual)|clsx|@tabler)[^?]*\.m?js$/.test(
    id,
  );
/**
 * What every screen before sign-in stands on, and the log-in page; each further screen is a chunk
 * of its own.
 */
const isPublic = (id: string): boolean =>
  /web\/public\/(?!mount|Code|PasskeyStep|RememberBrowser|useSending|NewPassword|passwordRules|Message|(?!Login)\w+Page)|web\/texts\/public\/en/.test(
    id,
  );
const isForForms = (id: string): boolean =>
  /@mantine\/core\/esm\/(utils\/InlineInput|components\/(TextInput|FileInput|Input|InputBase|Checkbox|InlineInput|NumberInput|SegmentedControl|FloatingIndicator|PasswordInput|Switch|Slider|Select|NativeSelect|Textarea|Radio|Pill|PillsInput|TagsInput|MultiSelect|Combobox))\/|react-number-format|react-textarea-autosize/.test(
    id,
  );
const isForMenus = (id: string): boolean =>
  /@mantine\/core\/esm\/(utils\/Floating|components\/(Menu|Popover|Tooltip))\/|@floating-ui|tabbable/.test(
    id,
  );
const isForDialogs = (id: string): boolean =>
  /@mantine\/core\/esm\/components\/(Modal|ModalBase|Drawer|ScrollArea)\/|react-remove-scroll|react-style-singleton|use-sidecar/.test(
    id,
  );

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  // `public/` holds the screens before sign-in, not files to be copied as they are.
  publicDir: false,
  plugins: [
    reactAsModules,
    compileMessages,
    callsOfModules(calls),

    coloursInUse,
    variablesLeftOut,
    react(),
    preloads,
    withoutDetours,
    compiledWhole,
    compressed,
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few, larger files: a page is the base (with React), the kit, the frame and its own
          // chunk. What only some screens use of the kit stays out of what every screen loads.
          groups: [
            { name: 'base', test: isBase },
            { name: 'public', test: isPublic },
            {
              name: 'kit',
              test: (id: string) =>
                isKit(id) && !isForForms(id) && !isForDialogs(id) && !isForMenus(id),
            },
            { name: 'kit-forms', test: isForForms },
            { name: 'kit-menus', test: isForMenus },
            { name: 'kit-dialogs', test: isForDialogs },
            {
              name: 'frame',
              test: /web\/(data|ui|shell|table|texts\/(common|shell)\/en)(?!.*(CommandPalette|ProofDialog|proof\/|ActingBanner|MustValidate|gates|WindowedRows|ConfirmDialog|PhoneMenu|OpenedMenu|OpenedPopover|SafeHtml|useSave|useProblems|useCheckFirst|NotLoaded|Place|KeyValue|ui\/[Ss]elect|WhyNot|\/[Dd]ialog|SideDialog|[Dd]ateField|currencies|PrintedInput|TimeZoneSelect|TypedWork|GuardedClose|DialogFocus|zonedTime|Totals))|@mantine.*\.css$|slices\/servers\/web\/list\/.*\.css$/,
            },
            {
              name: 'images',
              test: /slices\/images\/web\/(ImageLibrary|imageActions|image|columns|tabs|text|texts\/en)\.(tsx?|json)$/,
            },
            {
              name: 'own-invoices',
              test: /slices\/(invoices\/web\/(OwnInvoices|documentColumns|Mailed|parts|text|texts\/en)|payments\/web\/(OpenTotals|text|texts\/en))\.(tsx?|json)$|web\/invoiceParts/,
            },
            {
              name: 'users',
              test: /slices\/users\/web\/(UserList|actions|user|text|texts\/en)\.(tsx?|json)$/,
            },
            {
              name: 'servers',
              test: /slices\/servers\/web\/(ServerList|ServerState|actions|commands|text|texts\/en|list\/[^.]*)\.(tsx?|json)$/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/svc': { target: process.env.CLOUDBERTH_DEV_SERVER ?? 'http://127.0.0.1:8080', ws: true },
    },
  },
});
