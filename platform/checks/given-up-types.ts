import { isTest, type Source } from './source.ts'

/** Type assertions that discard the type, by file. A comment beside each gives the reason; the counts may only fall. */
const allowedCounts: Readonly<Record<string, number>> = {
  'modules/catalogue/archive/import-course.ts': 1,
  'modules/catalogue/archive/write-archive.ts': 2,
  'modules/catalogue/outline/component-linked-data.ts': 1,
  'modules/catalogue/rich-text/editor/editor-schema.ts': 3,
  'modules/identity/profile/manage-people.ts': 1,
  'modules/identity/webauthn/device-keys.shared.ts': 2,
  'modules/learning/certificates/bind-certificates.ts': 1,
  'modules/learning/quiz/inline-quiz.island.tsx': 1,
  'modules/security/captcha/human-check.island.tsx': 1,
  'platform/checks/bare-ids.ts': 1,
  'platform/checks/links.ts': 1,
  'platform/checks/product-texts.ts': 1,
  'platform/grid/grid.ts': 1,
  'platform/grid/grid-calls.ts': 1,
  'platform/grid/xlsx.ts': 1,
  'platform/operation.ts': 1,
  'platform/readers/read-csv.ts': 1,
  'web/app.ts': 1,
  'web/context.ts': 1,
  'web/pages/manage/courses/course-final-exam.page.tsx': 1,
  'web/pages/manage/organizations/profile-input.ts': 1,
  'web/pages/manage/uploads/student-upload.page.tsx': 2,
}

const assertion = /\bas (?:never|unknown as)\b(?= ?[\w)\],;}{&[(]|$)/gm
const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

/** Files with more or fewer assertions to `never` or through `unknown` than listed. */
export function checkGivenUpTypes(sources: readonly Source[], allowed = allowedCounts): string[] {
  const counts = new Map(
    sources
      .filter((source) => /^(modules|platform|web|jobs)\//.test(source.path) && !isTest(source))
      .map(({ path, text }) => [path, countOf(text)]),
  )
  const paths = new Set([...counts.keys(), ...Object.keys(allowed)])
  return [...paths].flatMap((path) => {
    const [count, max] = [counts.get(path) ?? 0, allowed[path] ?? 0]
    if (count > max) return [`${path} gives up a type by 'as never' or 'as unknown as': declare it instead`]
    return count < max ? [`${path} is known for ${max} types that are given up and has ${count}: lower the number`] : []
  })
}

const countOf = (text: string): number => text.replace(comment, '').match(assertion)?.length ?? 0
