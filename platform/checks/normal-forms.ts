import { isTest, type Source } from './source.ts'

const own = 'platform/composed.shared.ts'

/** A text is brought to a normal form in one place, which bounds the time that it takes. */
export const checkNormalForms = (sources: readonly Source[]): string[] =>
  sources
    .filter((source) => source.path !== own && /\.tsx?$/.test(source.path) && !isTest(source))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) =>
          /\.normalize\??\.?\(/.test(line) ? [`${path}:${at + 1} calls normalize(): use those of #${own}`] : [],
        ),
    )
