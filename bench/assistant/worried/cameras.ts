import { question, says } from '../typed-checks'
import { asked, lastNight, monday, saturday, today, type WorriedQuestion, yesterday } from './scopes'

/** Whether the cameras were there and looked. */
export function worriedAboutCameras(): WorriedQuestion[] {
  return [
    asked(
      'was the back door camera on all night?',
      'Back Door',
      lastNight,
      says(/not watching all that time/, /offline from 2026-04-14 22:10 to 2026-04-15 01:30/),
    ),
    asked(
      'was the driveway camera working this morning',
      'Driveway',
      ['2026-04-15 06:00', '2026-04-15 12:00'],
      says(/not watching all that time/, /offline/, /2026-04-15 11:00/),
    ),
    asked(
      'were all cameras online last night',
      null,
      lastNight,
      says(/not watching all that time/, /Back Door was offline/),
    ),
    asked(
      'was the front door camera recording on saturday',
      'Front Door',
      saturday,
      says(/offline 3 times, 1 h 0 min in all/),
    ),
    asked('was the office camera on yesterday', 'Office', yesterday, says(/online and watching all that time/)),
    asked(
      'did the nursery camera stop working last night',
      'Nursery',
      lastNight,
      says(/online and watching all that time/),
    ),
    question('is the back door camera on', says(/Back Door is online/)),
    asked(
      'were the cameras off on monday',
      null,
      monday,
      says(/all 8 cameras recorded no motion from 2026-04-13 08:00 to 2026-04-13 18:00/),
    ),
    asked(
      'was the loading dock camera online last week',
      'Loading Dock',
      ['2026-04-06 00:00', '2026-04-13 00:00'],
      says(/added only later, at 2026-04-12 09:00/),
    ),
    asked('how long was the driveway camera offline today', 'Driveway', today, says(/offline since 2026-04-15 11:00/)),
    question('since when is the driveway camera off', says(/Driveway/, /offline/, /2026-04-15 11:00/)),
    asked(
      'and the front door?',
      'Front Door',
      lastNight,
      says(/Front Door.*online and watching all that time/),
      'was the back door camera on all night?',
    ),
  ]
}
