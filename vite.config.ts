import { globSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { isRunnableDevEnvironment, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { builtName, findReaders } from './platform/readers/find-readers.ts'
import { watchLoops } from './platform/testing/watch-loops.ts'
import { islandName } from './platform/ui/island-name.ts'
import { serverPackages } from './scripts/server-packages.ts'

/** Replaces an app that does not compile; Vite's client reloads the page after the repair. */
const broken = (error: Error) => ({
  fetch: () =>
    new Response(
      `<script type="module" src="/@vite/client"></script><pre>${error.stack?.replaceAll('<', '&lt;')}</pre>`,
      { status: 500, headers: { 'content-type': 'text/html' } },
    ),
})

/** `vite` serves the Hono app on the same port, behind Vite's own middlewares. */
function honoDev(entry: string): Plugin {
  return {
    name: 'hono-dev',
    // By mode, not by process.env.VITEST: a dev server that a test starts inherits that variable.
    apply: (_config, { command, mode }) => command === 'serve' && mode !== 'test',
    configureServer: (server) => () => {
      const { ssr } = server.environments
      if (!ssr || !isRunnableDevEnvironment(ssr)) return
      const listen = getRequestListener(
        async (request, env) => {
          const { app } = await ssr.runner.import(entry).catch((error) => {
            server.config.logger.error(error.stack ?? String(error))
            return { app: broken(error) }
          })
          return app.fetch(request, env)
        },
        { overrideGlobalObjects: false },
      )
      server.middlewares.use((req, res, next) => void listen(req, res).catch(next))
    },
    // A file that only the server runs: reload the page. (Tailwind lists every scanned file as an `asset` of the client.)
    hotUpdate({ file, modules, server }) {
      if (this.environment.name !== 'ssr' || modules.length === 0) return
      const { client } = server.environments
      const inBrowser = [...(client.moduleGraph.getModulesByFile(file) ?? [])].some((module) => module.type === 'js')
      if (!inBrowser) client.hot.send({ type: 'full-reload' })
    },
  }
}

/**
 * V8 stores a source with a character beyond ASCII with two bytes for each one, so the server's chunks escape these: a
 * process takes 16 MB less.
 */
function oneByteSources(): Plugin {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'one-byte-sources',
    applyToEnvironment: ({ name }) => name !== 'client',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const raw = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f`]/.exec(chunk.code)
        if (raw) throw new Error(`${chunk.fileName}: ${raw[0]} would change its meaning`)
        chunk.code = chunk.code.replaceAll(/[^\0-\x7f]/g, escaped)
      }
    },
  }
}

/** `modules/checkout/cart/mini-cart.island.tsx` becomes `assets/checkout-mini-cart-<hash>.js`. */
function chunkName({ facadeModuleId, name }: { facadeModuleId: string | null; name: string }): string {
  const island = facadeModuleId?.endsWith('.island.tsx') && relative(import.meta.dirname, facadeModuleId)
  return `assets/${island ? islandName(island).replace(/\W/g, '-') : name}-[hash].js`
}

const islands = '{modules,platform,web}/**/*.island.tsx'

const parts = (names: string) => String.raw`/platform/ui/(${names})\.tsx?$`

/**
 * Chunks of their own, so that a change of one island leaves the names of all other files as they are. What most pages
 * load together is one file: as many small ones it would be a quarter larger.
 */
const chunkGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|clsx|class-variance-authority)\// },
  {
    name: 'island',
    test: new RegExp(
      [
        'preload-helper',
        'node_modules/jotai/',
        String.raw`/platform/(texts|path-to|page-addresses|plurals|locale-format|zone|composed\.shared|typed-day)\.ts$`,
        parts(
          'island|island-name|locale|masks|wire|shared|api|api-client|toast|cn|spinner|alert|button|dialog|visit|requested-at|tab-title|draft|mounted-islands|busy-submit\\.island',
        ),
      ].join('|'),
    ),
  },
  { name: 'fields', test: new RegExp(parts('field|input|checkbox|native-select|radio-group|textarea')) },
  { name: 'course', test: /\/modules\/learning\/seat-time\/|\/platform\/ui\/swap\.client\.ts$/ },
  { name: 'quiz', test: /\/learning\/(quiz\/quiz-timer|questions\/question\.texts|questions\/time-limit)/ },
  {
    name: 'checkout',
    test: /\/checkout\/(cart\/(keep-form-input|change-in-place|pay-in-place|redraw|form-input|item-options|same-as-shipping|date-of-birth)|payments\/(form\/(accept|card-|pay-by)|luhn))|\/ui\/check-in-place/,
  },
  { name: 'human-check', test: /\/captcha\/human-check|\/ui\/load-script/ },
  { name: 'password', test: /\/ui\/password-(field|input)|\/passwords\/new-password/ },
  { name: 'masked', test: /\/platform\/(phone|ui\/masked)\.tsx?$/ },
  { name: 'spot', test: /\/questions\/(spot-|area\.shared)/ },
]

const bundledForServer = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { noExternal: true as const, external: [...serverPackages] },
}

/** The readers of foreign bytes, which their threads load one by one, and the entry of these threads. */
const readerInputs = () => ({
  thread: 'platform/readers/thread.ts',
  ...Object.fromEntries(
    findReaders(import.meta.dirname).map((name) => [
      builtName(name),
      resolve(import.meta.dirname, `${name}.reader.ts`),
    ]),
  ),
})

/** Tests with a DOM, and those that replace globals or modules, or look at memory that files would share. */
const isolatedTests = [
  '{modules,platform,web,jobs}/**/*.test.tsx',
  'modules/catalogue/rich-text/editor/*.test.ts',
  'platform/ui/{api,api-client,toast}.test.ts',
  'modules/catalogue/media/library.test.ts',
  'web/shared-pages.test.ts',
  'tests/growth.test.ts',
  'tests/growth-texts.test.ts',
  'tests/threats/t-05-enumeration.test.ts',
]

const unitTests = {
  // A test without an assertion fails; those of a browser assert by what they wait for.
  expect: { requireAssertions: true },
  setupFiles: ['platform/testing/loops.ts'],
  globalSetup: 'platform/testing/global-setup.ts',
  // Limits end what hangs; a busy machine takes its time.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // While one file waits for the database, another one works.
  maxWorkers: '100%',
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  // The port of the configuration or none: every address of the product is made of it.
  server: { host: '127.0.0.1', port: Number(process.env.PORT) || 3000, strictPort: true, allowedHosts: ['.localhost'] },
  plugins: [
    react(),
    tailwindcss(),
    honoDev('/simulators/dev.ts'),
    oneByteSources(),
    ...(process.env.VITEST ? [watchLoops()] : []),
  ],
  // If it were found late, a package would be bundled again beside a second React, and the first page after a start
  // would break.
  optimizeDeps: {
    entries: ['web/client.ts', islands],
    include: ['react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'jotai'],
  },
  builder: {}, // `vite build` builds every environment
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // Each page's HTML names the files of its islands: a second list of them in the entry would be weight alone.
        modulePreload: false,
        rolldownOptions: {
          // The browser loads an island by the address that its mark names.
          input: ['web/client.ts', 'web/theme.css', ...globSync(islands, { cwd: import.meta.dirname })],
          preserveEntrySignatures: 'allow-extension',
          // It does not say so itself, and then no chunk gets only the half of it that it needs.
          treeshake: { moduleSideEffects: [{ test: /@simplewebauthn/, sideEffects: false }] },
          output: {
            entryFileNames: chunkName,
            chunkFileNames: chunkName,
            codeSplitting: { groups: chunkGroups, includeDependenciesRecursively: false },
          },
        },
      },
    },
    ssr: {
      ...(command === 'build' && bundledForServer),
      build: {
        outDir: 'dist/server',
        rolldownOptions: { input: { main: 'web/main.ts', waypost: 'web/commands/waypost.ts' } },
      },
    },
    ...(command === 'build' && {
      readers: {
        consumer: 'server' as const,
        ...bundledForServer,
        build: {
          outDir: 'dist/readers',
          rolldownOptions: { input: readerInputs(), output: { entryFileNames: '[name].js' } },
        },
      },
    }),
  },
  test: {
    // Later runs read transformed files from the disk.
    fsModuleCache: true,
    projects: [
      {
        extends: true,
        test: {
          ...unitTests,
          name: 'unit',
          include: ['{modules,platform,web,jobs,scripts,simulators}/**/*.test.ts', 'tests/{*,threats/*}.test.ts'],
          exclude: isolatedTests,
          setupFiles: [...unitTests.setupFiles, 'tests/support/forget.ts'],
          // Files of one worker share its modules: to load them again for each file takes longer than the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...unitTests,
          name: 'isolated',
          include: isolatedTests,
          setupFiles: [...unitTests.setupFiles, 'platform/testing/react-errors.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: unitTests.globalSetup,
          setupFiles: unitTests.setupFiles,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
}))
