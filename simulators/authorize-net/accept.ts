import { z } from 'zod'
import { CardInput, hasExpired, newNonceValue, nonceLifetimeMs, passesLuhn, readCard } from './cards.ts'
import type { SimState } from './ledger.ts'
import { ok, refuse } from './wire.ts'

const TokenRequest = z.object({ data: z.object({ type: z.literal('TOKEN'), token: CardInput }) })

/** Exchanges a card for a one-time token, as the gateway does for browsers (securePaymentContainerRequest). */
export function makeToken(state: SimState, fields: unknown, now: number): Record<string, unknown> {
  const parsed = TokenRequest.safeParse(fields)
  if (!parsed.success) return refuse('E_WC_04', 'Please provide mandatory fields to library.')
  const card = parsed.data.data.token
  if (!passesLuhn(card.cardNumber)) return refuse('E_WC_05', 'Please provide valid credit card number.')
  if (hasExpired(card.expirationDate, new Date(now))) return refuse('E_WC_08', 'Expiration date must be in the future.')
  const dataValue = newNonceValue()
  state.nonces[dataValue] = { card: readCard(card), expires_at: now + nonceLifetimeMs, used: false }
  return { opaqueData: { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue }, ...ok() }
}

/**
 * Stands in for the gateway's browser library: same function, same response shape, same error codes. The card goes from
 * the page to the simulator (the origin of this script), never to the shop's server.
 */
export const acceptScript = `(function () {
  'use strict'
  var endpoint = document.currentScript.src.replace(/\\/v1\\/Accept\\.js.*$/, '') + '/xml/v1/request.api'
  function failure(code, text) {
    return { messages: { resultCode: 'Error', message: [{ code: code, text: text }] } }
  }
  function problem(authData, cardData) {
    if (!authData.apiLoginID) return failure('E_WC_10', 'Please provide valid apiloginid.')
    if (!authData.clientKey) return failure('E_WC_18', 'Client Key is required.')
    if (!/^\\d{13,19}$/.test(cardData.cardNumber || '')) return failure('E_WC_05', 'Please provide valid credit card number.')
    if (!/^(0?[1-9]|1[0-2])$/.test(cardData.month || '')) return failure('E_WC_06', 'Please provide valid expiration month.')
    if (!/^(\\d{2}|\\d{4})$/.test(cardData.year || '')) return failure('E_WC_07', 'Please provide valid expiration year.')
    if (cardData.cardCode && !/^\\d{3,4}$/.test(cardData.cardCode)) return failure('E_WC_15', 'Please provide valid CVV.')
    if (cardData.zip && cardData.zip.length > 20) return failure('E_WC_16', 'Please provide valid Zip code.')
    if (cardData.fullName && cardData.fullName.length > 64) return failure('E_WC_17', 'Please provide valid card holder name.')
    return null
  }
  function clean(value) { return value === undefined || value === null ? '' : String(value).trim() }
  function readCard(given) {
    var card = {}
    for (var key in given) card[key] = clean(given[key])
    card.cardNumber = clean(card.cardNumber).replace(/[ -]/g, '')
    return card
  }
  function dispatchData(secureData, callback) {
    var answer = typeof callback === 'function' ? callback : window[callback]
    var authData = (secureData && secureData.authData) || {}
    var cardData = readCard((secureData && secureData.cardData) || {})
    var wrong = problem(authData, cardData)
    if (wrong) return void setTimeout(answer, 0, wrong)
    var token = {
      cardNumber: cardData.cardNumber,
      expirationDate: ('0' + cardData.month).slice(-2) + cardData.year.slice(-2),
      cardCode: cardData.cardCode || undefined,
    }
    var body = {
      securePaymentContainerRequest: {
        merchantAuthentication: { name: authData.apiLoginID, clientKey: authData.clientKey },
        data: { type: 'TOKEN', id: String(Date.now()), token: token },
      },
    }
    fetch(endpoint, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      .then(function (response) { return response.text() })
      .then(JSON.parse)
      .catch(function () { return failure('E_WC_19', 'An error occurred during processing. Please try again.') })
      .then(function (result) { answer(result) })
  }
  window.Accept = { dispatchData: dispatchData }
})()
`
