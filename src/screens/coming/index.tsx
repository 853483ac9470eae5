import { Construction } from 'lucide-react'
import { NothingHere } from '../../ui/nothing-here'
import { PageHeader } from '../../ui/page-header'

/** A screen that a later version brings; its place in the navigation is already right. */
export default function ComingScreen(props: { readonly title: string }) {
  return (
    <>
      <PageHeader title={props.title} />
      <NothingHere
        icon={<Construction />}
        title="Not in this version yet"
        text="Cameras, events and videos work; this screen follows."
      />
    </>
  )
}
