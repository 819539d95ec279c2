import { createFileRoute } from '@tanstack/react-router';
import { LotPage } from './-lot-page.tsx';

const Screen = () => <LotPage id={Route.useParams().id} isEditing />;

/** The lot's screen with its form open (product.md §2). */
export const Route = createFileRoute('/_farm/lots/$id_/edit')({ component: Screen });
