import type { ReactNode } from 'react'
import { type CourseTab, coursePath, coursesPath, courseTabs } from '#modules/catalogue/authoring/tabs.shared.ts'
import ActiveUsers from '#modules/catalogue/course-editor/active-users.island.tsx'
import { courseEditorTexts } from '#modules/catalogue/course-editor/course-editor.texts.ts'
import DraftBadge from '#modules/catalogue/course-editor/draft-badge.island.tsx'
import type { AuthoredCourse } from '#modules/catalogue/entry.ts'
import { courseStatus } from '#modules/catalogue/lookups.shared.ts'
import { pathTo } from '#platform/path-to.ts'
import type { PlainKey } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { Badge } from '#platform/ui/badge.tsx'
import { LinkButton } from '#platform/ui/button.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'

/** The course data on every tab. */
export type CourseHead = Pick<
  AuthoredCourse,
  'course_id' | 'organization_id' | 'name' | 'lk_course_status_id' | 'draft_ind'
>

export const headOf = ({
  course_id,
  organization_id,
  name,
  lk_course_status_id,
  draft_ind,
}: AuthoredCourse): CourseHead => ({
  course_id,
  organization_id,
  name,
  lk_course_status_id,
  draft_ind,
})

/** The first tab of each group. */
const groups: Readonly<Partial<Record<CourseTab, PlainKey<typeof courseEditorTexts>>>> = {
  overview: 'content',
  registration: 'groupRules',
  marketing: 'groupSelling',
  versions: 'groupRecord',
}

type Props = { course: CourseHead; tab: CourseTab; canWrite: boolean; children: ReactNode }

/** The tabs of a course below its name, with links to its preview and publishing. */
export function CourseShell({ course, tab, canWrite, children }: Props) {
  const t = useTexts(courseEditorTexts)
  const { course_id, organization_id, name, lk_course_status_id, draft_ind } = course
  const published = lk_course_status_id === courseStatus.Published
  const ownTabs = courseTabs.map((courseTab) => ({
    href: coursePath(course_id, courseTab),
    label: t(courseTab),
    current: courseTab === tab,
    ...(courseTab in groups && { group: t(groups[courseTab]!) }),
  }))
  // This tab leads to the list of submissions, filtered by the course.
  const submissions = pathTo('/manage/courses/:course_id/submissions', { course_id })
  const tabs = [...ownTabs, { href: submissions, label: t('submissions'), current: false }]
  return (
    <>
      <PageTitle
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <TextLink href={coursesPath}>{t('courses')}</TextLink>
            <Badge tone={published ? 'green' : 'gray'}>{t(published ? 'published' : 'unpublished')}</Badge>
            <DraftBadge draft={draft_ind === 1} />
          </span>
        }
        actions={
          <>
            <LinkButton href={pathTo('/manage/courses/:course_id/preview', { course_id })} variant="outline">
              {t('preview')}
            </LinkButton>
            {canWrite && <LinkButton href={coursePath(course_id, 'versions')}>{t('publish')}</LinkButton>}
          </>
        }
      >
        {name}
      </PageTitle>
      <ActiveUsers course_id={course_id} organization_id={organization_id} tab={tab} />
      <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <Tabs label={t('views')} tabs={tabs} side />
        <div className="grid grid-cols-1 content-start gap-6">{children}</div>
      </div>
    </>
  )
}

/** The editor of a tab. For people who may only read the course, its fields are disabled. */
export function EditorTab({ canWrite, children }: Pick<Props, 'canWrite' | 'children'>) {
  if (canWrite) return children
  return (
    <>
      <ReadOnlyNote />
      <fieldset disabled className="contents [&_[data-bottom-bar]]:hidden">
        {children}
      </fieldset>
    </>
  )
}

export function ReadOnlyNote() {
  const t = useTexts(courseEditorTexts)
  return <Alert>{t('readOnly')}</Alert>
}
