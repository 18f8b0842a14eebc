import { isTest, type Source } from './source.ts'

/** Where something has one component or function, nothing else writes it by hand. */
const rules: { pattern: RegExp; within: readonly string[]; say: string }[] = [
  { pattern: /type="tel"/, within: ['platform/ui/masked.tsx'], say: 'a field for phones is a PhoneField' },
]

/** Names the lines that write by hand what the kit has. */
export function checkKit(sources: readonly Source[]): string[] {
  return sources
    .filter((source) => !isTest(source) && source.path !== 'platform/checks/kit.ts')
    .flatMap(({ path, text }) =>
      rules
        .filter(({ within }) => !within.includes(path))
        .flatMap(({ pattern, say }) =>
          text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${say}`] : [])),
        ),
    )
}
