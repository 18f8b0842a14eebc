/** The parts of a course that have their own URL, in the order of the tabs. */
export const courseTabs = [
  'overview',
  'outline',
  'registration',
  'finalexam',
  'questionBanks',
  'security',
  'faq',
  'certificates',
  'achievements',
  'marketing',
  'support',
  'versions',
  'history',
  'entire',
] as const
export type CourseTab = (typeof courseTabs)[number]

export const coursesPath = '/manage/courses'
export const coursePath = (course_id: number, tab: string = 'overview') => `${coursesPath}/${course_id}/${tab}`
