import { isTest, type Source } from './source.ts'

const allowedFile = 'platform/composed.shared.ts'

/** Texts are normalized in one place only, which bounds the time that it takes. */
export const checkNormalForms = (sources: readonly Source[]): string[] =>
  sources
    .filter((source) => source.path !== allowedFile && /\.tsx?$/.test(source.path) && !isTest(source))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          /\.normalize\??\.?\(/.test(line)
            ? [`${path}:${index + 1} calls normalize(): use those of #${allowedFile}`]
            : [],
        ),
    )
