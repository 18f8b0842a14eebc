import { expect, test } from 'vitest'
import { checkLinks } from './links.ts'

const pages = [
  { path: 'web/pages/a.page.tsx', text: "export default page({\n  address: '/manage/students',\n})\n" },
  { path: 'web/pages/b.page.tsx', text: "export default page({\n  address: '/course/:id{[0-9]+}/review',\n})\n" },
]
const excused = { path: 'modules/catalogue/public/public-routes.ts', text: '' }
const complaintsOf = (text: string) =>
  checkLinks([...pages, excused, { path: 'web/x.tsx', text }]).map(
    (complaint) => /address (.*) by hand/.exec(complaint)?.[1],
  )

const [courseLink, deadLink, picture] = ['`/course/$id/review#end`', '`/nowhere/$id`', '`/media/$id`'].map((text) =>
  text.replace('$id', '$' + '{id}'),
)

test.each([
  ['<a href="/manage/students">x</a>', '"/manage/students"'],
  ["const here = '/manage/students?page=2'", "'/manage/students?page=2'"],
  [`const to = ${courseLink}`, courseLink],
  ["redirect(ok ? '/nowhere' : to)", "'/nowhere'"],
  [`const link = { href: ${deadLink} }`, deadLink],
  ["pathTo('/manage/students', { query: { redirect: '/manage/students' } })", "'/manage/students'"],
  ["const path = sql`('/course/' || s.id || '/review')`", "'/course/'"],
])('reports %s as a hand-written address', (text, invalidValue) => {
  expect(complaintsOf(text)).toEqual([invalidValue])
})

test.each([
  "pathTo('/manage/students')",
  "sqlPath(sql, '/course/:id/review', { id })",
  "api.GET('/course/fetch')",
  `<img src={${picture}} />`,
  '<a href="/api/certificate/download/1">x</a>',
  "const parts = path.split('/')",
  "type Answer = AnswerOf<'/manage/students'>",
  "const elsewhere = 'https://example.com/manage/students'",
])('accepts %s', (text) => {
  expect(complaintsOf(text)).toEqual([])
})
