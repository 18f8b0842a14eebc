import { type PathEnd, pathTo } from '#platform/path-to.ts'

/** The parts of a course that have their own URL, in the order of the tabs. */
export const courseTabs = [
  'overview',
  'outline',
  'questionBanks',
  'finalexam',
  'entire',
  'registration',
  'security',
  'certificates',
  'achievements',
  'marketing',
  'faq',
  'support',
  'versions',
  'history',
] as const
export type CourseTab = (typeof courseTabs)[number]

export const coursesPath = pathTo('/manage/courses')
export const coursePath = (course_id: number, tab: CourseTab = 'overview', end?: PathEnd): string =>
  pathTo(`/manage/courses/:course_id/${tab}`, { course_id }, end)
