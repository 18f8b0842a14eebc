import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { compile } from 'tailwindcss'

const web = resolve(import.meta.dirname, '../../web')

/** The declarations of the first block that begins with this text. */
export function declarations(css: string, opening: string): Record<string, string> {
  const start = css.indexOf(opening)
  if (start < 0) throw new Error(`no ${opening}`)
  const body = css.slice(start + opening.length, css.indexOf('}', start))
  return Object.fromEntries(
    Array.from(body.matchAll(/(?:^|[{;\s])([\w-]+):\s*([^;{}]+)/g), ([, name, value]) => [name!, value!.trim()]),
  )
}

/** The theme as written, and the rules that it creates from the classes. */
export async function buildTheme(classes: readonly string[]): Promise<{ theme: string; rules: string }> {
  const theme = await readFile(resolve(web, 'theme.css'), 'utf8')
  const loadStylesheet = async (id: string, base: string) => {
    const path = id === 'tailwindcss' ? resolve(web, '../node_modules/tailwindcss/index.css') : resolve(base, id)
    return { path, base: dirname(path), content: await readFile(path, 'utf8') }
  }
  const compiler = await compile(theme, { base: web, loadStylesheet })
  return { theme, rules: compiler.build([...classes]) }
}

/** The background and text color of an element with these classes, by the theme and the page's own styles. */
export async function colorsOnPage(
  html: string,
  classes: readonly string[],
): Promise<{ ground: string; words: string }> {
  const { theme, rules } = await buildTheme(classes)
  const variables = {
    ...declarations(theme, ':root {'),
    ...declarations(/<style[^>]*>(:root\{.*?)<\/style>/.exec(html)?.[1] ?? ':root{}', ':root{'),
  }
  const colorOf = (property: string, prefix: string) => {
    const rule = classes.filter((name) => name.startsWith(prefix)).map((name) => declarations(rules, `.${name} {`))
    const value = rule.find((declarations) => declarations[property]?.startsWith('var('))?.[property] ?? ''
    return variables[value.slice('var('.length, -1)] ?? ''
  }
  return { ground: colorOf('background-color', 'bg-'), words: colorOf('color', 'text-') }
}
