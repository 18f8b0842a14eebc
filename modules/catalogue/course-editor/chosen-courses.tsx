import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import type { ChosenCourse } from './chosen-courses.shared.ts'
import { courseEditorTexts } from './course-editor.texts.ts'

// The search field is large, and few courses have related ones.
const CourseField = lazy(() => import('./course-field.tsx'))

type Props = {
  course_id: number
  label: string
  /** Whether students may omit it. */
  optional: boolean
  courses: readonly ChosenCourse[]
  onChange: (courses: ChosenCourse[]) => void
}

const maxCourses = 50

/** The courses bundled with or recommended by a course, in order. */
export function ChosenCourses({ course_id, label, optional, courses, onChange }: Props) {
  const t = useTexts(courseEditorTexts)
  // Lazy parts are not rendered on the server.
  const [isMounted, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  const list = useRef<HTMLOListElement>(null)
  // The focused button or field disappears with a change, so the focus moves to the list.
  const hasChanged = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the changed list is rendered
  useEffect(() => {
    if (hasChanged.current) list.current?.focus()
    hasChanged.current = false
  }, [courses])
  const change = (next: ChosenCourse[]) => {
    hasChanged.current = true
    onChange(next)
  }
  const excludedIds = [course_id, ...courses.map((course) => course.course_id)]
  return (
    <div className="grid grid-cols-1 gap-3">
      {courses.length === 0 && <p className="text-muted-foreground">{t('noCourses')}</p>}
      <ol ref={list} tabIndex={-1} aria-label={label} className="grid grid-cols-1 gap-2 outline-none">
        {courses.map((course, index) => (
          <li key={course.course_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border p-2">
            <span className="grow">{course.name}</span>
            {optional && (
              <Checkbox
                label={t('bundleRequired')}
                checked={course.required_ind}
                onChange={(event) =>
                  onChange(
                    courses.map((other, position) =>
                      position === index ? { ...other, required_ind: event.target.checked } : other,
                    ),
                  )
                }
              />
            )}
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={t('takeOut', { name: course.name })}
              onClick={() => change(courses.filter((_, position) => position !== index))}
            >
              ✕
            </Button>
          </li>
        ))}
      </ol>
      {isMounted && courses.length < maxCourses && (
        <Suspense fallback={null}>
          <CourseField
            label={t('addCourse')}
            excludedIds={excludedIds}
            onChoose={(choice) => change([...courses, { ...choice, required_ind: true }])}
          />
        </Suspense>
      )}
    </div>
  )
}
