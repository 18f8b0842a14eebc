import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '#platform/ctx.ts'
import { errors } from '#platform/errors.ts'
import { operation } from '#platform/operation.ts'
import { operatorAdmin } from '#platform/operator.ts'
import { userOf } from '#platform/permissions.ts'
import { day, id, optionalText, requiredText, wording, z } from '#platform/schema.ts'
import { localize } from '#platform/texts.ts'
import { rulesOn } from './effective-rules.ts'
import { todayOf } from './fetch-programs.ts'
import { packOf } from './packs.ts'
import { insertSetRules, listSetRules, revokeSetRule, type SetRule } from './program-rule.sql.ts'
import { isProgram } from './programs.shared.ts'
import { programTexts as t } from './programs.texts.ts'
import { sellingStates } from './receivers.shared.ts'
import { settableSchema } from './rule-value.ts'
import { kindOf, ruleKeys } from './rules.shared.ts'

/** Rules apply to every school of the product, so only its own Admins set them. */
const may = operatorAdmin('MANAGE_COURSES:UPDATE')
const program_id = z.string().refine(isProgram)
const reason = requiredText(t.reasonMissing, 1_000)

export const setProgramRule = operation({
  call: 'POST /program/rule',
  added: true,
  summary: 'Sets the value of a rule between two days, or that the program has no such rule; overrides the pack',
  may,
  takes: z
    .object({
      program_id,
      rule: z.enum(ruleKeys),
      /** Null if the program has no such rule. */
      value: z.unknown(),
      valid_from: day().optional(),
      valid_to: day().nullish(),
      citation: optionalText(500).nullish(),
      url: z
        .url({ protocol: /^https?$/, error: wording(t.urlWrong) })
        .max(1_000)
        .nullish(),
      reason,
    })
    .refine(({ rule, value }) => value === null || settableSchema(rule)?.safeParse(value).success === true, {
      path: ['value'],
      error: wording(t.valueWrong),
    }),
  gives: z.object({}),
  async run(ctx, { rule, value, valid_from = todayOf(ctx), valid_to = null, citation, url, ...input }) {
    if (valid_to !== null && valid_to < valid_from) {
      throw errors.invalid({}, {}, [{ path: 'valid_to', message: localize(ctx.locale, t.untilWrong) }])
    }
    if (rule === 'certificate.number_source' && value === 'stock') requireSeller(ctx, input.program_id)
    const before = rulesOn(valid_from, input.program_id, await listSetRules(ctx, input.program_id))
    const previous = before.find(({ key }) => key === rule)
    const message = localize(ctx.locale, t.saved)
    // A repeated request: the value is already set.
    if (previous?.set && isSame(previous.set, { value, valid_from, valid_to, reason: input.reason })) return { message }
    await insertSetRules(ctx, [
      {
        program_id: input.program_id,
        rule,
        value,
        valid_from,
        valid_to,
        citation: citation || null,
        url: url || null,
        reason: input.reason,
        user_id: userOf(ctx).user_id,
      },
    ])
    await audit(ctx, 'program.setRule', input.program_id, {
      before: {
        rule,
        value: previous?.set ? previous.set.value : (previous?.pack?.value ?? previous?.pack?.text ?? null),
      },
      after: { rule, value, valid_from, valid_to, reason: input.reason },
    })
    return { message }
  },
})

/** Refuses bought numbers where no agency sells any: certificates would wait for them forever. */
function requireSeller(ctx: Ctx, program_id: string): void {
  if (sellingStates.includes(packOf(program_id)!.state)) return
  throw errors.invalid({}, {}, [{ path: 'value', message: localize(ctx.locale, t.noSeller) }])
}

type RuleInput = Pick<SetRule, 'value' | 'valid_from' | 'valid_to' | 'reason'>
const isSame = (setRule: SetRule, other: RuleInput): boolean =>
  isDeepStrictEqual(setRule.value, other.value) &&
  setRule.valid_from === other.valid_from &&
  setRule.valid_to === other.valid_to &&
  setRule.reason === other.reason

export const takeBackProgramRule = operation({
  call: 'POST /program/rule/takeBack',
  added: true,
  summary: "Withdraws a set value, so that the pack's rule applies again",
  may,
  takes: z.object({ program_rule_id: id(), reason }),
  gives: z.object({}),
  fails: [errors.notFound],
  async run(ctx, { program_rule_id, reason }) {
    const revoked = await revokeSetRule(ctx, program_rule_id, userOf(ctx).user_id)
    if (!revoked) throw errors.notFound()
    await audit(ctx, 'program.takeBackRule', revoked.program_id, {
      before: { rule: revoked.rule, value: revoked.value },
      after: { reason },
    })
    return { message: localize(ctx.locale, t.takenBack) }
  },
})

export const leaveProgramRulesEmpty = operation({
  call: 'POST /program/leaveEmpty',
  added: true,
  summary: 'Records for all unconfirmed rules of a program that it has no such rule',
  may,
  takes: z.object({ program_id, reason }),
  gives: z.object({ left_empty: z.int() }),
  async run(ctx, { program_id, reason }) {
    const today = todayOf(ctx)
    const openRules = rulesOn(today, program_id, await listSetRules(ctx, program_id)).filter(
      ({ key, state }) => state === 'open' && kindOf(key) !== null,
    )
    const { user_id } = userOf(ctx)
    const emptyRule = {
      program_id,
      value: null,
      valid_from: today,
      valid_to: null,
      citation: null,
      url: null,
      reason,
      user_id,
    }
    await insertSetRules(
      ctx,
      openRules.map(({ key }) => ({ ...emptyRule, rule: key })),
    )
    if (openRules.length > 0) {
      await audit(ctx, 'program.leaveEmpty', program_id, { after: { rules: openRules.map(({ key }) => key), reason } })
    }
    return { left_empty: openRules.length, message: localize(ctx.locale, t.leftEmpty, { n: openRules.length }) }
  },
})

type Change = { before?: Record<string, unknown>; after: Record<string, unknown> }
const audit = (ctx: Ctx, action: string, program_id: string, change: Change) =>
  ctx.audit({ action, subject: `program:${program_id}`, ...change })
