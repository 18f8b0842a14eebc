import type { ReactNode } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { Icon } from '#platform/ui/icons.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { PopoverTrigger } from '#platform/ui/popover.tsx'
import { Sheet } from '#platform/ui/sheet.tsx'
import type { Frame } from '#platform/web/frame.ts'
import { BrandMark } from './header.tsx'
import { Chat, FlashMessage, Shell } from './shell.tsx'

const messages = texts({
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
  /** The language of the name, on a page in another one. */
  lang?: string | undefined
  /** The table of contents; without it there is no drawer (registration, agreement, end states). */
  contents?: ReactNode
  /** The position in the course, below its name. */
  position?: ReactNode
  /** The completed share of the chapter: a thin bar below the header, with its label. */
  chapter?: { label: string; completed: number; components: number }
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

/** The frame of a course's pages: navigating between them loads only their part (`swap` of a page). */
export const courseFrame = 'course'

/** The quiet frame of a course: nothing in it leads away by accident. */
export function CourseLayout(props: CourseLayoutProps) {
  const { frame, contents, details, back, action, wide, children } = props
  const t = useTexts(messages)
  const width = wide ? 'max-w-5xl' : 'max-w-reading'
  return (
    <Shell frame={frame} chat={false}>
      <div data-swap={courseFrame} className="flex min-h-dvh flex-col bg-card">
        <CourseHeader {...props} />
        <div className="flex flex-1 items-start">
          {contents && (
            <Sheet id="contents" title={t('contents')} stays>
              <div className="p-2">{contents}</div>
            </Sheet>
          )}
          <div className="flex min-w-0 flex-1 flex-col self-stretch">
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
                <div className={`mx-auto flex flex-wrap items-center gap-2 px-3 py-2.5 sm:gap-3 sm:px-6 ${width}`}>
                  <div>{back}</div>
                  <div className="ms-auto">{action}</div>
                </div>
              </section>
            )}
          </div>
        </div>
        {details && (
          <Sheet id="course-details" title={t('details')} side="end">
            {details}
          </Sheet>
        )}
      </div>
    </Shell>
  )
}

type HeaderProps = Pick<
  CourseLayoutProps,
  'frame' | 'course' | 'lang' | 'position' | 'chapter' | 'contents' | 'details' | 'time'
>

function CourseHeader({ frame, course, lang, position, chapter, contents, details, time }: HeaderProps) {
  const t = useTexts(messages)
  return (
    <header className="sticky top-0 z-20 border-b in-[.viewing]:top-13 bg-card print:hidden">
      <div className="flex min-h-14 flex-wrap items-center px-2 sm:gap-x-2 sm:px-4">
        {contents && (
          <PopoverTrigger
            opens="contents"
            variant="ghost"
            size="icon"
            aria-label={t('contents')}
            className="min-[1100px]:hidden"
          >
            <Icon name="menu" />
          </PopoverTrigger>
        )}
        {/* A part of the page does not load the logo: the previous page's logo stays. A wide one leaves room for the time. */}
        <span data-keep="logo" className="mx-1 shrink-0 max-sm:[&_img]:max-w-[calc(100vw-19.25rem)]">
          <BrandMark brand={frame.brand} />
        </span>
        <span className="flex-1 sm:hidden" />
        {/* On a phone in its own row, so that the name is not cut. */}
        <p className="min-w-0 flex-1 font-semibold max-sm:order-last max-sm:flex max-sm:basis-full max-sm:items-baseline max-sm:justify-between max-sm:gap-3 max-sm:px-2 max-sm:pb-2">
          <span className="sr-only">{t('course')}: </span>
          <span lang={lang} className="block truncate leading-6">
            {course}
          </span>
          {position && (
            <span className="figures block shrink-0 text-sm font-normal text-muted-foreground">{position}</span>
          )}
        </p>
        {time}
        {/* An open conversation stays open from page to page. */}
        <span data-keep="chat" className="contents">
          <Chat frame={frame} inHeader />
        </span>
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
      {chapter && (
        <progress
          className="bar !h-1 block rounded-none"
          aria-label={chapter.label}
          value={chapter.completed}
          max={chapter.components}
        />
      )}
    </header>
  )
}
