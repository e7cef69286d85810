import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';
import { callsOfModules } from './build/callsOfModules.ts';
import { compiledWhole } from './build/compiledWhole.ts';
import { compileMessages } from './build/compileMessages.ts';
import { preloads } from './build/preloads.ts';
import { reactAsModules } from './build/reactAsModules.ts';
import { withoutDetours } from './build/withoutReexports.ts';

/**
 * Values such as `GET /servers server task`, by operation, without the operations of compatible
 * APIs.
 */
const calls = new Map(
  Object.entries(contract as Record<string, Endpoint>).flatMap(
    ([name, { method, path, topics, touches, speaks }]) =>
      speaks ? [] : [[name, [method, path, ...(topics ?? touches ?? [])].join(' ')] as const],
  ),
);

/**
 * Also set for builds in tests, whose NODE_ENV would otherwise produce the slow development build.
 */
if (process.argv.includes('build')) process.env.NODE_ENV = 'production';

/**
 * Also writes each file as .br and .gz, so that the server doesn't compress files while serving.
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

/** The modules that are required before sign-in and by everything after it. */
const isBaseModule = (id: string): boolean =>
  /node_modules\/(react|react-dom|scheduler|icu-minify)\/|contract\/texts\/|web\/(main|bootstrap|calls|client|routes|public\/(languageNames|parts\/countdown|passkey|parts\/problems|text)\.ts|table\/(listState|listMemory|pageSizes)|texts\/texts|theme\/(?!brand)|ui\/page\/Wordmark)|slices\/\w+\/\w+\/web\/(routes|listing)\.tsx?$|contract\/errors\/codes|preload-helper|rolldown[\\/]runtime/.test(
    id,
  );
const isLibraryModule = (id: string): boolean =>
  /node_modules\/(@mantine|@floating-ui|@tanstack\/(?!react-virtual|virtual)|clsx|@tabler)[^?]*\.m?js$/.test(
    id,
  );
/**
 * The base of every screen before sign-in, and the sign-in page. Each further screen is a separate
 * chunk.
 */
const isPublic = (id: string): boolean =>
  /web\/public\/((parts|pages)\/(?!Code|PasskeyStep|RememberBrowser|useSending|NewPassword|passwordRules|Message|(?!Login)\w+Page)|(?!mount|parts\/|pages\/)\w)|web\/texts\/public\/en/.test(
    id,
  );
const isFormModule = (id: string): boolean =>
  /@mantine\/form|fast-deep-equal|@mantine\/core\/esm\/(utils\/InlineInput|components\/(TextInput|FileInput|Input|InputBase|Checkbox|InlineInput|NumberInput|SegmentedControl|FloatingIndicator|PasswordInput|Switch|Slider|Select|NativeSelect|Textarea|Radio|Pill|PillsInput|TagsInput|MultiSelect|Combobox))\/|react-number-format|react-textarea-autosize/.test(
    id,
  );
const isMenuModule = (id: string): boolean =>
  /@mantine\/core\/esm\/(utils\/Floating|components\/(Menu|Popover|Tooltip))\/|@floating-ui|tabbable/.test(
    id,
  );
const isDialogModule = (id: string): boolean =>
  /@mantine\/core\/esm\/components\/(Modal|ModalBase|Drawer|ScrollArea)\/|react-remove-scroll|react-style-singleton|use-sidecar/.test(
    id,
  );

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  // `public/` contains the screens before sign-in, not static files to copy.
  publicDir: false,
  css: {
    modules: {
      // Scoped by file instead of by class, because the repeated part compresses well.
      generateScopedName: (name, file) =>
        `${name}-${createHash('sha256')
          .update(relative(import.meta.dirname, file))
          .digest('base64url')
          .slice(0, 3)}`,
    },
  },
  plugins: [
    reactAsModules,
    compileMessages,
    callsOfModules(calls),
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
          // Few, larger files: a page consists of the base (with React), the kit, the frame and its
          // own chunk. Parts of the kit that only some screens use are not in the shared files.
          groups: [
            { name: 'base', test: isBaseModule },
            { name: 'public', test: isPublic },
            {
              name: 'kit',
              test: (id: string) =>
                isLibraryModule(id) &&
                !isFormModule(id) &&
                !isDialogModule(id) &&
                !isMenuModule(id),
            },
            { name: 'kit-forms', test: isFormModule },
            { name: 'kit-menus', test: isMenuModule },
            { name: 'kit-dialogs', test: isDialogModule },
            {
              name: 'frame',
              test: /web\/(data|ui|shell|table|texts\/(common|shell)\/en)(?!.*(safeHtml|CommandPalette|ReauthenticationDialog|reauthentication\/|ActingBanner|MustValidate|gates\/gates|WindowedRows|ConfirmDialog|PhoneMenu|OpenedMenu|OpenedPopover|SafeHtml|useCheckThenConfirm|form\/(?:Form|FormDialog|useForm|useEditedValue|ChangedElsewhere)\.|NotLoaded|Location|KeyValue|form\/[Ss]elect|ErrorReason|dialog\/[Dd]ialog|SideDialog|[Dd]ateField|currencies|PrintedInput|TimeZoneSelect|UnsavedInput|GuardedClose|DialogFocus|zonedTime|Totals))|@mantine.*\.css$|slices\/cloud\/servers\/web\/list\/.*\.css$/,
            },
            {
              name: 'images',
              test: /slices\/cloud\/images\/web\/(ImageLibrary|imageActions|image|columns|tabs|text|texts\/en)\.(tsx?|json)$/,
            },
            {
              name: 'own-invoices',
              test: /slices\/money\/(invoices\/web\/(customer\/OwnInvoices|documentColumns|MailStatus|parts|text|texts\/en)|payments\/web\/(OpenTotals|text|texts\/en))\.(tsx?|json)$|web\/parts\/invoiceParts/,
            },
            {
              name: 'networks',
              test: /slices\/cloud\/networks\/web\/(NetworkList|network|text|texts\/en)\.(tsx?|json)$/,
            },
            {
              name: 'users',
              test: /slices\/people\/users\/web\/(UserList|actions|user|text|texts\/en)\.(tsx?|json)$/,
            },
            {
              name: 'servers',
              test: /slices\/cloud\/servers\/web\/(ServerList|ServerState|actions|commands|text|texts\/en|list\/[^.]*)\.(tsx?|json)$/,
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
