import {
  Component,
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  type ReactNode,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface BoundaryProps {
  /** The part is tried anew: what made it fail may have been the line. */
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly hasFailed: boolean;
}

/** Stands around a part of a screen: where that fails, the rest goes on, and says so. */
class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { hasFailed: true };
  }

  private readonly retry = (): void => {
    this.props.onRetry?.();
    this.setState({ hasFailed: false });
  };

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Notice tone="warn" role="alert" action={<Button onClick={this.retry}>Reintentar</Button>}>
        Esta parte no se pudo mostrar. Lo demás sigue andando: podés registrar, y lo que guardaste está en este celular.
      </Notice>
    );
  }
}

/** A part of a screen that is loaded when it is first shown, in a boundary of its own. Its `Suspense` is around it, as ever. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const begin = () => lazy(async () => ({ default: await load() }) as { default: ComponentType<object> });
  let part = begin();
  const Part: FunctionComponent<P> = (props) => {
    const [, tryAgain] = useState(0);
    const retry = (): void => {
      // A part that was not loaded stays so for ever: it is begun anew.
      part = begin();
      tryAgain((tries) => tries + 1);
    };
    return <PartBoundary onRetry={retry}>{createElement(part, props)}</PartBoundary>;
  };
  return Part;
}
