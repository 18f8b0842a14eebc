import type { ReactNode } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { Icon } from '#platform/ui/icons.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PopoverTrigger } from '#platform/ui/popover.tsx'
import { Sheet } from '#platform/ui/sheet.tsx'
import type { Frame } from '#platform/web/frame.ts'
import { FlashMessage, Shell } from './shell.tsx'

const words = texts({
  details: ['Course details', 'Detalles del curso'],
  contents: ['Table of contents', 'Tabla de contenido'],
  leave: ['Leave the course', 'Salir del curso'],
  course: ['Course', 'Curso'],
  actions: ['Continue', 'Continuar'],
})

export type CourseLayoutProps = {
  frame: Frame
  /** The course's name, above its pages; each page has its own h1. */
  course: string
  /** The table of contents; without it there is no drawer (registration, agreement, end states). */
  contents?: ReactNode
  /** Details of the course, in a separate panel. */
  details?: ReactNode
  /** Time spent and time required: `<TimeSpent …/>`, often inside an island. */
  time?: ReactNode
  /** Bottom left: the previous page. */
  back?: ReactNode
  /** Bottom right: the one primary action. */
  action?: ReactNode
  /** Wide for quizzes with pictures or for the player; otherwise the reading width. */
  wide?: boolean
  children?: ReactNode
}

/** The frame of a course's pages: from one to the next only their part of it is loaded (`swap` of a page). */
export const courseFrame = 'course'

/** The quiet frame of a course: nothing in it leads away by accident. */
export function CourseLayout({
  frame,
  course,
  contents,
  details,
  time,
  back,
  action,
  wide,
  children,
}: CourseLayoutProps) {
  const t = useTexts(words)
  const width = wide ? 'max-w-5xl' : 'max-w-reading'
  return (
    <Shell frame={frame} raised={Boolean(back || action)}>
      <div data-swap={courseFrame} className="flex min-h-dvh flex-col bg-card">
        <CourseHeader course={course} contents={contents} details={details} time={time} />
        {contents && (
          <Sheet id="contents" title={t('contents')}>
            <nav aria-label={t('contents')} className="p-2">
              {contents}
            </nav>
          </Sheet>
        )}
        {details && (
          <Sheet id="course-details" title={t('details')} side="end">
            {details}
          </Sheet>
        )}
        <main
          id="main"
          tabIndex={-1}
          className={`mx-auto w-full flex-1 px-4 py-6 outline-none sm:px-6 md:py-10 ${width}`}
        >
          <FlashMessage frame={frame} />
          {children}
        </main>
        {(back || action) && (
          <section
            aria-label={t('actions')}
            className="sticky bottom-0 z-10 border-t bg-card pb-[env(safe-area-inset-bottom)] print:hidden"
          >
            <div className={`mx-auto flex flex-wrap items-center justify-between gap-3 px-4 py-2.5 sm:px-6 ${width}`}>
              <div>{back}</div>
              <div className="ms-auto">{action}</div>
            </div>
          </section>
        )}
      </div>
    </Shell>
  )
}

type HeaderProps = Pick<CourseLayoutProps, 'course' | 'contents' | 'details' | 'time'>

function CourseHeader({ course, contents, details, time }: HeaderProps) {
  const t = useTexts(words)
  return (
    <header className="sticky top-0 z-20 border-b in-[.viewing]:top-13 bg-card print:hidden">
      <div className="flex min-h-14 flex-wrap items-center gap-x-2 px-2 sm:px-4">
        {contents && (
          <PopoverTrigger opens="contents" variant="ghost" size="icon" aria-label={t('contents')}>
            <Icon name="menu" />
          </PopoverTrigger>
        )}
        <p className="min-w-0 flex-1 truncate font-semibold">
          <span className="sr-only">{t('course')}: </span>
          {course}
        </p>
        {time}
        {details && (
          <PopoverTrigger
            opens="course-details"
            variant="ghost"
            size="icon"
            aria-label={t('details')}
            title={t('details')}
          >
            <Icon name="info" />
          </PopoverTrigger>
        )}
        <a
          href={pathTo('/dashboard')}
          aria-label={t('leave')}
          title={t('leave')}
          className="grid size-11 place-items-center rounded-md text-foreground hover:bg-muted"
        >
          <Icon name="signOut" />
        </a>
      </div>
    </header>
  )
}
