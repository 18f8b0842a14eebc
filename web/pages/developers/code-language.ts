import { pathTo } from '#platform/path-to.ts'
import { type CodeLanguage, codeLanguages } from './guide/guide-page.ts'

export const languageNames: Readonly<Record<CodeLanguage, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
}

/** The language of the examples, from the address. */
export const codeLanguageOf = ({ code }: Readonly<Record<string, string | undefined>>): CodeLanguage =>
  codeLanguages.find((language) => language === code) ?? 'curl'

/** The query of a link that keeps the language; the default language is left out. */
export const codeQuery = (code: CodeLanguage) => ({ query: { code: code === 'curl' ? undefined : code } })

export const guideAddress = (page: string, code: CodeLanguage): string =>
  pathTo('/developers/guide/:page', { page }, codeQuery(code))
export const callAddress = (call: string, code: CodeLanguage): string =>
  pathTo('/developers/reference/:call', { call }, codeQuery(code))
