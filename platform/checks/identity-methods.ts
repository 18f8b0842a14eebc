import { isTest, type Source } from './source.ts'

/** The only folder that may distinguish the identity methods. */
const home = 'modules/learning/verification/methods/'

/**
 * Refuses comparisons with an identity method's name anywhere else, in code and SQL: differences between methods belong
 * in each method's entry, so that a new method changes no other file. Names that are also ordinary words (`phone`)
 * count only where a method is compared.
 */
export function checkIdentityMethods(
  sources: readonly Pick<Source, 'path' | 'text'>[],
  methods: readonly string[],
): string[] {
  const names = methods.join('|')
  const plain = methods.filter((name) => name !== 'phone').join('|')
  const method = String.raw`\b(?:\w*[mM]ethods?|after)\)?!?(?:\[[^\]]*\])?`
  const comparisons = new RegExp(
    [
      String.raw`[!=]==?\s*['"](?:${plain})['"]`,
      String.raw`['"](?:${names})['"]\s*[!=]==?\s`,
      String.raw`\bcase\s+['"](?:${plain})['"]\s*:`,
      String.raw`${method}\s*(?:[!=]==?|=|<>|in\s*\()\s*['"](?:${names})['"]`,
      String.raw`switch\s*\([^)]*[mM]ethod\b[^{]*\{[^}]*?\bcase\s+['"](?:${names})['"]`,
    ].join('|'),
    'g',
  )
  return sources
    .filter(({ path }) => /^(modules|web|jobs|platform)\//.test(path) && !path.startsWith(home))
    .filter((source) => !isTest(source as Source))
    .flatMap(({ path, text }) =>
      [...text.matchAll(comparisons)].map(({ 0: match, index }) => {
        const line = text.slice(0, index).split('\n').length
        return `${path}:${line} compares with an identity method (${match.replaceAll(/\s+/g, ' ')}): make it a member of the entries in ${home}`
      }),
    )
}
