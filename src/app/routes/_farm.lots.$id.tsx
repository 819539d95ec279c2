import { createFileRoute } from '@tanstack/react-router';
import { LotPage } from './-lot-page.tsx';

const Screen = () => <LotPage id={Route.useParams().id} isEditing={false} />;

export const Route = createFileRoute('/_farm/lots/$id')({ component: Screen });
