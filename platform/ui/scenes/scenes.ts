import type { FC } from 'react'
import { Bicycle } from './drawn/bicycle.tsx'
import { Certificate } from './drawn/certificate.tsx'
import { Crossing } from './drawn/crossing.tsx'
import { DeadEnd } from './drawn/dead-end.tsx'
import { EmergencyVehicle } from './drawn/emergency-vehicle.tsx'
import { EmptyDesk } from './drawn/empty-desk.tsx'
import { FollowingDistance } from './drawn/following-distance.tsx'
import { Merge } from './drawn/merge.tsx'
import { Mirror } from './drawn/mirror.tsx'
import { MountainCurve } from './drawn/mountain-curve.tsx'
import { Night } from './drawn/night.tsx'
import { Parking } from './drawn/parking.tsx'
import { PhoneFaceDown } from './drawn/phone-face-down.tsx'
import { Rain } from './drawn/rain.tsx'
import { Rest } from './drawn/rest.tsx'
import { RoadAtDawn } from './drawn/road-at-dawn.tsx'
import { Roundabout } from './drawn/roundabout.tsx'
import { SchoolZone } from './drawn/school-zone.tsx'
import { SeatBelt } from './drawn/seat-belt.tsx'
import { TrafficLight } from './drawn/traffic-light.tsx'
import { Truck } from './drawn/truck.tsx'
import type { words } from './scene.texts.ts'

export type SceneName = keyof typeof words

/** Every scene of the product by name. */
export const scenes: Readonly<Record<SceneName, FC>> = {
  bicycle: Bicycle,
  certificate: Certificate,
  crossing: Crossing,
  deadEnd: DeadEnd,
  emergencyVehicle: EmergencyVehicle,
  emptyDesk: EmptyDesk,
  followingDistance: FollowingDistance,
  merge: Merge,
  mirror: Mirror,
  mountainCurve: MountainCurve,
  night: Night,
  parking: Parking,
  phoneFaceDown: PhoneFaceDown,
  rain: Rain,
  rest: Rest,
  roadAtDawn: RoadAtDawn,
  roundabout: Roundabout,
  schoolZone: SchoolZone,
  seatBelt: SeatBelt,
  trafficLight: TrafficLight,
  truck: Truck,
}

/** The scenes that stand for a course, ordered so that neighbors differ. */
export const courseScenes = [
  'roadAtDawn',
  'crossing',
  'truck',
  'night',
  'mirror',
  'schoolZone',
  'merge',
  'seatBelt',
  'mountainCurve',
  'emergencyVehicle',
  'phoneFaceDown',
  'bicycle',
  'parking',
  'rain',
  'trafficLight',
  'roundabout',
  'followingDistance',
] as const satisfies readonly SceneName[]

/** The scene of a course, always the same one; courses with consecutive ids have different ones. */
export const sceneOf = (courseId: number): SceneName => courseScenes[courseId % courseScenes.length] ?? 'roadAtDawn'
