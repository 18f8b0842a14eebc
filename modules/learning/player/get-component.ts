import { openComponent } from '#modules/learning/opening/open-component.ts'
import { ofCourse } from '#modules/learning/permissions.ts'
import { operation } from '#platform/operation.ts'
import { id, z } from '#platform/schema.ts'
import { Component } from './player.schema.ts'
import { componentOf } from './views.ts'

/** Opens one component; if it is not reachable yet, returns where to go instead. */
export const getComponent = operation({
  call: 'GET /course/component/{studentCourseId}/{componentId}',
  summary: 'One component with its content; takes the seat-time lease',
  may: ofCourse('studentCourseId'),
  takes: z.object({ studentCourseId: id(), componentId: id(), currentRoute: z.string().max(300).nullish() }),
  gives: z.object({ component: Component.nullable() }),
  changes: true,
  transaction: { own: 'what was opened before needs none; `openComponent` begins one where it does' },
  // Staff who view as the student neither start nor end anything.
  whileViewing: 'allowed',
  async run(ctx, { studentCourseId, componentId }) {
    const component = await openComponent(ctx, studentCourseId, componentId)
    if (component.redirect !== null) return { component: null, redirect: component.redirect }
    return { component: await componentOf(ctx, component) }
  },
})
